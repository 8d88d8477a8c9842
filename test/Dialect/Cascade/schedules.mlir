// RUN: redfuser-opt %s -split-input-file -verify-diagnostics | FileCheck %s

// CHECK: test.schedule = #cascade.row_schedule<threads = 128, vector = 8, unroll = 4, keep = registers>
module attributes {test.schedule = #cascade.row_schedule<threads = 128, vector = 8, unroll = 4, keep = registers>} {}

// -----

// CHECK: test.schedule = #cascade.row_schedule<threads = 64, rows = 2, vector = 4, unroll = 2, keep = nothing>
module attributes {test.schedule = #cascade.row_schedule<threads = 64, rows = 2, vector = 4, unroll = 2, keep = nothing>} {}

// -----

// expected-error @+1 {{expected 'threads' to be a power of two up to 1024, got 96}}
module attributes {test.no_threads = #cascade.row_schedule<threads = 96, vector = 8, unroll = 4, keep = registers>} {}

// -----

// expected-error @+1 {{expected 'threads' * 'rows' to be a multiple of 32 up to 1024, got 8 * 3}}
module attributes {test.no_rows = #cascade.row_schedule<threads = 8, rows = 3, vector = 8, unroll = 4, keep = registers>} {}

// -----

// expected-error @+1 {{expected 'vector' to be a power of two up to 16, got 3}}
module attributes {test.no_vector = #cascade.row_schedule<threads = 32, vector = 3, unroll = 4, keep = registers>} {}

// -----

// expected-error @+1 {{expected 'unroll' to be from 1 to 32, got 0}}
module attributes {test.no_unroll = #cascade.row_schedule<threads = 32, vector = 4, unroll = 0, keep = registers>} {}

// -----

// expected-error @+1 {{expected 'segments' to be from 1 to 1024, got 0}}
module attributes {test.no_segments = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = nothing, segments = 0>} {}

// -----

// expected-error @+1 {{expected segments of one row in a block that keeps nothing}}
module attributes {test.no_kept_segments = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = shared, segments = 2>} {}
