// RUN: not redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, columns = 4}" 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 3, vector = 4, unroll = 1, keep = nothing}" 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not redfuser-opt %s --redfuser-fold-to-warpgroups="schedule='threads = 32'" 2>&1 | FileCheck %s --check-prefix=WARPGROUPS
// What is no schedule, whether or not there is a fold for it.

// ROWS: no_parameters.mlir:[[@LINE+3]]:1: error: expected 'schedule' to be the parameters of #cascade.row_schedule, got 'threads = 32, columns = 4'
// THREADS: error: expected 'schedule' to be the parameters of #cascade.row_schedule, got 'threads = 3, vector = 4, unroll = 1, keep = nothing'
// WARPGROUPS: error: expected 'schedule' to be the parameters of #cascade.warpgroup_schedule, got 'threads = 32'
module {}
