//===- ExplainHtml.cpp - The account as one page --------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanation.h"

#include "llvm/Support/Path.h"

using namespace llvm;
using namespace redfuser;

static constexpr StringLiteral kStyle = R"css(
:root { color-scheme: light dark; --ink: #1c2127; --soft: #5b6570; --page: #fbfbf9;
  --card: #ffffff; --line: #d9dcdf; --accent: #1f6f8b; --warm: #b4552d; --tile: #e6f0f3;
  --tile-odd: #f5ece6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e6e8; --soft: #9aa4ae;
  --page: #15181b; --card: #1d2125; --line: #343a40; --accent: #6fbcd6; --warm: #e39a76;
  --tile: #20323a; --tile-odd: #382a22; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 62rem; color: var(--ink);
  background: var(--page); font: 16px/1.55 system-ui, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .25rem; }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
p { margin: .4rem 0; } .soft, figcaption { color: var(--soft); font-size: .9rem; }
code, pre, .code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { font-size: .88em; overflow-wrap: anywhere; }
pre { font-size: .85rem; line-height: 1.6; padding: .8rem 1rem; margin: .5rem 0; overflow-x: auto;
  background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: .92rem; }
th { text-align: left; font-weight: 600; color: var(--soft); }
th, td { padding: .4rem .7rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.refused { border-left: 3px solid var(--warm); padding: .3rem 0 .3rem .9rem; margin: .8rem 0; }
.tag { font-size: .8rem; padding: .05rem .45rem; border-radius: 4px; border: 1px solid currentColor; }
.kept { color: var(--accent); } .deferred { color: var(--warm); }
.drawings { display: grid; gap: 1.25rem; margin: 1rem 0; }
figure { margin: 0; padding: 1rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 6px; overflow-x: auto; }
svg { display: block; width: 100%; min-width: 40rem; height: auto; }
svg text { font-size: 12.5px; fill: var(--ink); font-family: system-ui, sans-serif; }
svg .code { font-family: ui-monospace, Menlo, Consolas, monospace; } svg .small { font-size: 11px; }
svg .mid { text-anchor: middle; } svg .label { font-weight: 600; } svg .note { fill: var(--soft); font-size: 11px; }
svg .edge { stroke: var(--soft); stroke-width: 1.2; fill: none; }
svg .wait { stroke: var(--warm); stroke-width: 1.4; fill: none; stroke-dasharray: 5 4; }
svg .leaf { fill: var(--accent); } svg .node { fill: var(--soft); } svg .tip { fill: var(--soft); }
svg.hidden { position: absolute; width: 0; height: 0; min-width: 0; }
svg .tile { fill: var(--tile); } svg .tile.odd { fill: var(--tile-odd); }
svg .state { fill: var(--card); stroke: var(--accent); stroke-width: 1.3; }
svg .result { fill: var(--card); stroke: var(--warm); stroke-width: 1.3; }
)css";

std::string redfuser::escapeHtml(StringRef text) {
  std::string escaped;
  raw_string_ostream os(escaped);
  printHTMLEscaped(text, os);
  return escaped;
}

static std::string code(StringRef text) {
  return "<code>" + escapeHtml(text) + "</code>";
}

static void printReductions(raw_ostream &os, const ChainAccount &chain) {
  os << "<h3>Reductions</h3>\n<table>\n<tr><th>result</th><th>term "
        "F</th><th>split F = G · H</th><th>factors of H</th></tr>\n";
  for (auto [i, reduction] : enumerate(chain.reductions)) {
    os << "<tr><td>" << code("d" + std::to_string(i) + " " + reduction.dims)
       << "<br>" << code(reduction.monoid) << ' ' << code(reduction.type)
       << "<br><span class=\"soft\">"
       << escapeHtml(sys::path::filename(reduction.where)) << "</span></td><td>"
       << code(reduction.term) << "</td><td>";
    if (reduction.split.empty()) {
      os << "<span class=\"soft\">none needed: no earlier result is "
            "read</span>";
    } else {
      for (auto [g, h] : reduction.split)
        os << "G = " << code(g) << "<br>H = " << code(h) << "<br>";
      for (const std::string &view : reduction.views)
        os << code(view) << "<br>";
      os << "<span class=\"soft\">" << escapeHtml(describeSplit(reduction))
         << "</span>";
    }
    os << "</td><td>";
    for (const FactorAccount &factor : reduction.factors) {
      StringRef fate = factor.kept ? "kept" : "deferred";
      os << code(factor.factor) << " <span class=\"tag " << fate << "\">"
         << fate << "</span><br><span class=\"soft\">" << escapeHtml(factor.why)
         << "</span><br>";
    }
    os << "</td></tr>\n";
  }
  os << "</table>\n";
}

static void printState(raw_ostream &os, const ChainAccount &chain) {
  os << "<h3>State</h3>\n<table>\n<tr><th></th><th>monoid</th><th>starts "
        "at</th><th>folds</th><th>correction</th></tr>\n";
  for (auto [i, component] : enumerate(chain.components))
    os << "<tr><td>" << code("s" + std::to_string(i) + " " + component.dims)
       << ' ' << code(component.type) << "</td><td>" << code(component.monoid)
       << "</td><td>" << code(component.start) << "</td><td>"
       << code(component.term) << "</td><td>"
       << (component.correction.empty() ? "<span class=\"soft\">none</span>"
                                        : code(component.correction))
       << "</td></tr>\n";
  os << "</table>\n<pre>";
  auto print = [&](StringRef label, ArrayRef<std::string> lines) {
    for (auto [i, line] : enumerate(lines))
      os << left_justify(i ? "" : label, 11) << escapeHtml(line) << '\n';
  };
  print("step", getStep(chain));
  print("merge", getMerge(chain));
  print("finalizer", getFinalizers(chain));
  os << "</pre>\n";
}

static void printRefusal(raw_ostream &os, const Refusal &refusal) {
  os << "<div class=\"refused\"><p>" << escapeHtml(refusal.message)
     << "</p><p class=\"soft\">" << escapeHtml(refusal.where) << "</p></div>\n";
}

static void printChain(raw_ostream &os, const ChainAccount &chain) {
  size_t count = chain.reductions.size();
  os << "<h3>Chain of " << count << (count == 1 ? " reduction" : " reductions")
     << (chain.refusal ? ", not fused" : ", fused into one pass")
     << "</h3>\n<p class=\"soft\">" << escapeHtml(chain.where) << "; "
     << escapeHtml(chain.space) << ".</p>\n<p class=\"soft\">";
  for (const std::string &input : chain.inputs)
    os << escapeHtml(input) << "<br>";
  for (const std::string &center : chain.centers)
    os << escapeHtml(center) << "<br>";
  os << "</p>\n";
  if (chain.refusal) {
    printRefusal(os, *chain.refusal);
    return;
  }
  printDrawings(os, chain);
  printReductions(os, chain);
  printState(os, chain);
}

void redfuser::printHtml(raw_ostream &os, const Explanation &explanation) {
  std::string name = escapeHtml(sys::path::filename(explanation.path));
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
        "charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\">\n<title>"
     << name << ": cascaded reductions</title>\n<style>" << kStyle
     << "</style>\n</head>\n<body>\n<h1>" << name << "</h1>\n<p>"
     << explanation.getNumFused() << " fused, " << explanation.getNumRefused()
     << " refused.</p>\n";
  printDrawingStyle(os);
  for (const FunctionAccount &function : explanation.functions) {
    os << "<h2>" << code(function.name) << "</h2>\n<p class=\"soft\">"
       << escapeHtml(function.where) << "</p>\n";
    for (const ChainAccount &chain : function.chains)
      printChain(os, chain);
    if (!function.refusals.empty())
      os << "<h3>Left as they are</h3>\n";
    for (const Refusal &refusal : function.refusals)
      printRefusal(os, refusal);
    for (const Refusal &note : function.notes)
      os << "<p class=\"soft\">" << escapeHtml(note.where) << ": "
         << escapeHtml(note.message) << "</p>\n";
    if (function.chains.empty() && function.refusals.empty())
      os << "<p>No chain of dependent reductions was found.</p>\n";
  }
  os << "</body>\n</html>\n";
}
