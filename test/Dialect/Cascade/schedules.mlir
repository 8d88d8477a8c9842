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

// -----

// CHECK: test.schedule = #cascade.row_schedule<threads = 16, rows = 2, vector = 4, unroll = 2, keep = registers, interleave = 2>
module attributes {test.schedule = #cascade.row_schedule<threads = 16, rows = 2, vector = 4, unroll = 2, keep = registers, interleave = 2>} {}

// -----

// expected-error @+1 {{expected 'interleave' to be from 1 to 8, got 9}}
module attributes {test.no_interleave = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = registers, interleave = 9>} {}

// -----

// expected-error @+1 {{expected 'interleave' to be from 1 to 8, got 0}}
module attributes {test.no_interleave = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = registers, interleave = 0>} {}

// -----

// expected-error @+1 {{expected rows at once to be in registers}}
module attributes {test.no_interleave = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = shared, interleave = 2>} {}

// -----

// expected-error @+1 {{expected rows at once to be in registers}}
module attributes {test.no_interleave = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = registers, interleave = 2>} {}

// -----

// expected-error @+1 {{expected rows at once to be in registers}}
module attributes {test.no_interleave = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = registers, blocks = 4, interleave = 2>} {}

// -----

// CHECK: test.schedule = #cascade.warpgroup_schedule<keys = 128, warpgroups = 2, order = overlapped, rows = registers>
module attributes {test.schedule = #cascade.warpgroup_schedule<keys = 128, warpgroups = 2, stages = 2, order = overlapped, rows = registers, lazy = 8, blocks = 132>} {}

// -----

// CHECK: test.schedule = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, stages = 1, order = serial, rows = shared, lazy = 0, blocks = 0>
module attributes {test.schedule = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, stages = 1, order = serial, rows = shared, lazy = 0, blocks = 0>} {}

// -----

// expected-error @+1 {{expected 'keys' to be a multiple of 16 from 16 to 256, got 100}}
module attributes {test.no_keys = #cascade.warpgroup_schedule<keys = 100, warpgroups = 2, order = serial, rows = shared>} {}

// -----

// expected-error @+1 {{expected 'warpgroups' to be from 1 to 3, got 4}}
module attributes {test.no_warpgroups = #cascade.warpgroup_schedule<keys = 64, warpgroups = 4, order = serial, rows = shared>} {}

// -----

// expected-error @+1 {{expected 'stages' to be a power of two up to 8, got 3}}
module attributes {test.no_stages = #cascade.warpgroup_schedule<keys = 64, warpgroups = 2, stages = 3, order = serial, rows = shared>} {}

// -----

// expected-error @+1 {{expected two stages or more where products overlap}}
module attributes {test.no_overlap = #cascade.warpgroup_schedule<keys = 64, warpgroups = 2, stages = 1, order = overlapped, rows = shared>} {}

// -----

// expected-error @+1 {{expected two stages or more where products overlap}}
module attributes {test.no_stages_ahead = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, stages = 1, order = ahead, rows = shared>} {}

// -----

// expected-error @+1 {{expected two warpgroups or more to take turns}}
module attributes {test.no_turns = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = pingpong, rows = shared>} {}

// -----

// expected-error @+1 {{expected 'lazy' to be from 0 to 12, got 20}}
module attributes {test.no_lazy = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = serial, rows = shared, lazy = 20>} {}

// -----

// expected-error @+1 {{expected 'blocks' to be from 0 to 16384, got -1}}
module attributes {test.no_blocks = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = serial, rows = shared, blocks = -1>} {}

// -----

// CHECK: test.schedule = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = serial, rows = shared, blocks = 16384>
module attributes {test.schedule = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = serial, rows = shared, blocks = 16384>} {}

// -----

// expected-error @+1 {{expected 'blocks' to be from 0 to 16384, got 9223372036854775807}}
module attributes {test.no_more_blocks = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = serial, rows = shared, blocks = 9223372036854775807>} {}

// -----

// CHECK: test.schedule = #cascade.warpgroup_schedule<keys = 64, warpgroups = 2, order = overlapped, rows = shared, split = columns, prefetch = 1>
module attributes {test.schedule = #cascade.warpgroup_schedule<keys = 64, warpgroups = 2, order = overlapped, rows = shared, split = columns, prefetch = 1>} {}

// -----

// expected-error @+1 {{expected two warpgroups that overlap products, have rows in shared memory and up to 64 keys a tile, where they divide columns}}
module attributes {test.no_split = #cascade.warpgroup_schedule<keys = 64, warpgroups = 3, order = overlapped, rows = shared, split = columns>} {}

// -----

// expected-error @+1 {{expected 'prefetch' to be from 0 to 8, got 9}}
module attributes {test.no_prefetch = #cascade.warpgroup_schedule<keys = 64, warpgroups = 2, order = overlapped, rows = shared, split = columns, prefetch = 9>} {}

// -----

// CHECK: test.schedule = #cascade.warpgroup_schedule<keys = 64, warpgroups = 2, order = overlapped, rows = shared, segments = 8, split = columns, merge = kernel, cluster = 4>
module attributes {test.schedule = #cascade.warpgroup_schedule<keys = 64, warpgroups = 2, order = overlapped, rows = shared, segments = 8, split = columns, merge = kernel, cluster = 4>} {}

// -----

// expected-error @+1 {{expected 'cluster' to be a power of two up to 8, got 16}}
module attributes {test.no_warpgroup_cluster = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = serial, rows = shared, segments = 16, cluster = 16>} {}

// -----

// expected-error @+1 {{expected 'segments' to be a multiple of 'cluster', got 6 and 4}}
module attributes {test.no_cluster_segments = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = serial, rows = shared, segments = 6, cluster = 4>} {}

// -----

// expected-error @+1 {{expected a grid of 'blocks', no segments and warpgroups that divide rows and do not load, where blocks get ranges}}
module attributes {test.no_cluster_ranges = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = overlapped, rows = shared, deal = ranges, cluster = 2>} {}

// -----

// expected-error @+1 {{expected a cluster of one block where products are synchronous}}
module attributes {test.no_cluster_synchronous = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = synchronous, rows = shared, segments = 2, cluster = 2>} {}

// -----

// expected-error @+1 {{expected 'segments' to be from 0 to 256, got 300}}
module attributes {test.no_segments = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = serial, rows = shared, segments = 300>} {}

// -----

// CHECK: test.schedule = #cascade.row_schedule<threads = 256, vector = 8, unroll = 4, keep = shared, cluster = 4>
// CHECK-SAME: test.turns = #cascade.row_schedule<threads = 256, vector = 8, unroll = 4, keep = registers, blocks = 33>
module attributes {test.schedule = #cascade.row_schedule<threads = 256, vector = 8, unroll = 4, keep = shared, cluster = 4>,
                   test.turns = #cascade.row_schedule<threads = 256, vector = 8, unroll = 4, keep = registers, blocks = 33>} {}

// -----

// expected-error @+1 {{expected 'cluster' to be a power of two up to 16, got 3}}
module attributes {test.no_cluster = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = shared, cluster = 3>} {}

// -----

// expected-error @+1 {{expected a cluster to have one row and blocks of 64 threads or more}}
module attributes {test.no_cluster_rows = #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = shared, cluster = 2>} {}

// -----

// expected-error @+1 {{expected persistent blocks to keep rows in registers, or to have a ring}}
module attributes {test.no_kept_blocks = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = shared, blocks = 2>} {}

// -----

// expected-error @+1 {{expected a cluster to have no segments, and no rows in registers}}
module attributes {test.no_cluster_of_segments = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = nothing, segments = 2, cluster = 2>} {}

// -----

// CHECK: test.schedule = #cascade.row_schedule<threads = 256, vector = 8, unroll = 4, keep = shared, cluster = 4, blocks = 264, stages = 6>
module attributes {test.schedule = #cascade.row_schedule<threads = 256, vector = 8, unroll = 4, keep = shared, cluster = 4, blocks = 264, stages = 6>} {}

// -----

// CHECK: test.schedule = #cascade.row_schedule<threads = 512, vector = 8, unroll = 2, keep = shared, blocks = 132, stages = 13, held = 2>
module attributes {test.schedule = #cascade.row_schedule<threads = 512, vector = 8, unroll = 2, keep = shared, blocks = 132, stages = 13, held = 2>} {}

// -----

// expected-error @+1 {{expected 'held' to be from 0 to 16, got 17}}
module attributes {test.no_held = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = shared, stages = 17, held = 17>} {}

// -----

// expected-error @+1 {{expected pieces that registers hold to be those of a ring with 'keep = shared'}}
module attributes {test.no_held_of_nothing = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = nothing, stages = 4, held = 1>} {}

// -----

// expected-error @+1 {{expected pieces that registers hold to be those of a ring with 'keep = shared'}}
module attributes {test.no_held_without_ring = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = shared, held = 1>} {}

// -----

// CHECK: test.schedule = #cascade.row_schedule<threads = 512, vector = 8, unroll = 4, keep = nothing, residents = 2>
module attributes {test.schedule = #cascade.row_schedule<threads = 512, vector = 8, unroll = 4, keep = nothing, residents = 2>} {}

// -----

// expected-error @+1 {{expected 'residents' to be from 0 to 32, got -1}}
module attributes {test.no_residents = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = nothing, residents = -1>} {}

// -----

// expected-error @+1 {{expected 'residents' * 'threads' * 'rows' to be up to 2048, got 5 * 512 * 1}}
module attributes {test.no_room_for_residents = #cascade.row_schedule<threads = 512, vector = 8, unroll = 4, keep = nothing, residents = 5>} {}

// -----

// expected-error @+1 {{expected 'stages' to be from 0 to 32, got 33}}
module attributes {test.no_stages = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = shared, stages = 33>} {}

// -----

// expected-error @+1 {{expected 'stages' to be from 0 to 32, got -1}}
module attributes {test.no_negative_stages = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = shared, stages = -1>} {}

// -----

// expected-error @+1 {{expected a ring to have one row of a block, not in registers}}
module attributes {test.no_ring_of_rows = #cascade.row_schedule<threads = 64, rows = 2, vector = 4, unroll = 1, keep = shared, stages = 2>} {}

// -----

// expected-error @+1 {{expected a ring to have one row of a block, not in registers}}
module attributes {test.no_ring_in_registers = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = registers, stages = 2>} {}

// -----

// expected-error @+1 {{expected a ring to have 32 to 512 threads, and warps that fill it, got 1024}}
module attributes {test.no_ring_of_all_threads = #cascade.row_schedule<threads = 1024, vector = 4, unroll = 1, keep = shared, stages = 2>} {}

// -----

// expected-error @+1 {{expected 'blocks' to be a multiple of 'cluster', got 6}}
module attributes {test.no_whole_clusters = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = shared, cluster = 4, blocks = 6, stages = 2>} {}

// -----

// expected-error @+1 {{expected 'blocks' to be from 0 to 65536, got -1}}
module attributes {test.no_blocks = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = registers, blocks = -1>} {}

// -----

// expected-error @+1 {{expected 'blocks' to be from 0 to 65536, got 4294967296}}
module attributes {test.too_many_blocks = #cascade.row_schedule<threads = 64, vector = 4, unroll = 1, keep = registers, blocks = 4294967296>} {}

// -----

// CHECK: test.schedule = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = synchronous, rows = registers, blocks = 0>
module attributes {test.schedule = #cascade.warpgroup_schedule<keys = 64, warpgroups = 1, order = synchronous, rows = registers, blocks = 0>} {}

// -----

// expected-error @+1 {{expected warpgroups that divide rows where products are synchronous}}
module attributes {test.no_columns = #cascade.warpgroup_schedule<keys = 64, warpgroups = 2, order = synchronous, rows = shared, split = columns>} {}

// -----

// CHECK: test.schedule = #cascade.warpgroup_schedule<keys = 128, warpgroups = 1, order = overlapped, rows = shared, deal = ranges>
module attributes {test.schedule = #cascade.warpgroup_schedule<keys = 128, warpgroups = 1, order = overlapped, rows = shared, merge = block, deal = ranges>} {}

// -----

// expected-error @+1 {{expected a grid of 'blocks', no segments and warpgroups that divide rows and do not load, where blocks get ranges}}
module attributes {test.no_segments = #cascade.warpgroup_schedule<keys = 128, warpgroups = 1, order = overlapped, rows = shared, segments = 2, deal = ranges>} {}

// -----

// expected-error @+1 {{where blocks get ranges}}
module attributes {test.no_grid = #cascade.warpgroup_schedule<keys = 128, warpgroups = 1, order = overlapped, rows = shared, blocks = 0, deal = ranges>} {}

// -----

// expected-error @+1 {{where blocks get ranges}}
module attributes {test.no_columns = #cascade.warpgroup_schedule<keys = 64, warpgroups = 2, order = overlapped, rows = shared, split = columns, deal = ranges>} {}

// -----

// CHECK: test.schedule = #cascade.warpgroup_schedule<keys = 128, warpgroups = 2, order = overlapped, rows = registers, store = tma>
module attributes {test.schedule = #cascade.warpgroup_schedule<keys = 128, warpgroups = 2, order = overlapped, rows = registers, deal = segments, store = tma>} {}
