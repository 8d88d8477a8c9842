# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Norms, losses and other small programs around reductions."""

import torch
from torch import nn
from torch.nn import functional as F


class CrossEntropy(nn.Module):
    """Mean over the targets that are not `ignore_index`."""

    def forward(self, logits, target):
        return F.cross_entropy(logits, target, ignore_index=-100)


class FocalLoss(nn.Module):
    def forward(self, logits, target):
        logp = torch.log_softmax(logits, dim=-1)
        logpt = logp.gather(1, target[:, None]).squeeze(1)
        return -((1 - logpt.exp()) ** 2 * logpt).mean()


class DistillationLoss(nn.Module):
    """KL of the student's distribution from the teacher's, at a temperature."""

    def forward(self, student, teacher):
        q = torch.log_softmax(student / 2.0, dim=-1)
        p = torch.softmax(teacher / 2.0, dim=-1)
        return F.kl_div(q, p, reduction="batchmean") * 4.0


class InfoNCE(nn.Module):
    """Contrastive loss of two batches of embeddings, over rows and columns."""

    def forward(self, image, text):
        image = image / image.norm(dim=-1, keepdim=True)
        text = text / text.norm(dim=-1, keepdim=True)
        logits = image @ text.t() / 0.07
        labels = torch.arange(image.shape[0])
        rows = F.cross_entropy(logits, labels)
        return (rows + F.cross_entropy(logits.t(), labels)) / 2


class CosineSimilarity(nn.Module):
    def forward(self, a, b):
        return F.cosine_similarity(a, b, dim=-1)


class NormalizeMatmul(nn.Module):
    def forward(self, x, weight):
        return F.normalize(x, dim=-1) @ weight


class LayerNormMatmul(nn.Module):
    def __init__(self, hidden=96, outputs=48):
        super().__init__()
        self.norm = nn.LayerNorm(hidden)
        self.linear = nn.Linear(hidden, outputs)

    def forward(self, x):
        return self.linear(self.norm(x))


class LogSoftmax(nn.Module):
    def forward(self, x):
        return torch.log_softmax(x, dim=0)


class ArgMax(nn.Module):
    def forward(self, x):
        return torch.argmax(x, dim=-1)


class TopK(nn.Module):
    def forward(self, x):
        return torch.topk(x, 3, dim=-1)


class BatchNormStatistics(nn.Module):
    """Training mode: the statistics are those of the batch."""

    def forward(self, x, weight, bias):
        return F.batch_norm(x, None, None, weight, bias, training=True)


class QuantizedMatmul(nn.Module):
    """One scale a row, from the row's largest magnitude; an int8 weight."""

    def forward(self, x, weight, weight_scale):
        scale = x.abs().amax(dim=-1, keepdim=True).clamp(min=1e-8) / 127.0
        q = torch.clamp(torch.round(x / scale), -127, 127).to(torch.int8)
        product = torch.matmul(q.to(torch.int32), weight.to(torch.int32))
        return product.to(torch.float32) * scale * weight_scale


class Fp8Matmul(nn.Module):
    def forward(self, x, weight, weight_scale):
        scale = x.abs().amax(dim=-1, keepdim=True).clamp(min=1e-8) / 448.0
        q = (x / scale).to(torch.float8_e4m3fn).to(torch.float32)
        return torch.matmul(q, weight) * scale * weight_scale
