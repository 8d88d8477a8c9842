// Two blocks of a cluster. Each copies its 64 elements into shared memory, sends the other a number, and adds what it
// got. Shared memory: barriers of the copy and of the number at bytes 0 and 8, the number at 16, elements from 256 on.
func.func @main(%x: tensor<128xf32>) -> tensor<128xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %grid = arith.constant 2 : index
  %cluster = arith.constant 2 : index
  %threads = arith.constant 64 : index
  %shared = arith.constant 512 : i32
  %c256 = arith.constant 256 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i32
  %bytes = arith.constant 256 : i32
  %number = arith.constant 2.5 : f32
  %copy_bytes = arith.constant 256 : i32
  %copy_to = arith.constant 256 : i64
  %copy_bar = arith.constant 0 : i64
  %send_to = arith.constant 16 : i64
  %send_bar = arith.constant 8 : i64
  %send_bytes = arith.constant 4 : i32
  %even = arith.constant 0 : i32
  %in = bufferization.to_buffer %x read_only : tensor<128xf32> to memref<128xf32>
  %out = memref.alloc() : memref<128xf32>
  gpu.launch clusters(%kx, %ky, %kz) in (%knx = %cluster, %kny = %c1, %knz = %c1)
      blocks(%bx, %by, %bz) in (%gx = %grid, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %threads, %ny = %c1, %nz = %c1)
      dynamic_shared_memory_size %shared {
    %rank = arith.index_cast %bx : index to i32
    %rank64 = arith.index_cast %bx : index to i64
    %other = arith.subi %one, %rank : i32
    %memory = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %at = memref.extract_aligned_pointer_as_index %memory : memref<?xi8, #gpu.address_space<workgroup>> -> index
    %begin = arith.index_cast %at : index to i64
    %own_copy_bar = arith.addi %begin, %copy_bar : i64
    %own_send_bar = arith.addi %begin, %send_bar : i64
    %elements_at = arith.addi %begin, %copy_to : i64
    %elements = memref.view %memory[%c256][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    %c16 = arith.constant 16 : index
    %got = memref.view %memory[%c16][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<1xf32, #gpu.address_space<workgroup>>
    %source_base = memref.extract_aligned_pointer_as_index %in : memref<128xf32> -> index
    %source_offset = arith.muli %bx, %c256 : index
    %source_at = arith.addi %source_base, %source_offset : index
    %source = arith.index_cast %source_at : index to i64
    %is_first = arith.cmpi eq, %tx, %c0 : index
    scf.if %is_first {
      %copy_barrier = llvm.inttoptr %own_copy_bar : i64 to !llvm.ptr<3>
      nvvm.mbarrier.init %copy_barrier, %one : !llvm.ptr<3>, i32
      %send_barrier = llvm.inttoptr %own_send_bar : i64 to !llvm.ptr<3>
      nvvm.mbarrier.init %send_barrier, %one : !llvm.ptr<3>, i32
    }
    nvvm.fence.mbarrier.init
    gpu.barrier
    %arrives = arith.cmpi sge, %rank, %even : i32
    scf.if %arrives {
      nvvm.cluster.arrive
      nvvm.cluster.wait
    }
    scf.if %is_first {
      llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "l,r,~{memory}" %own_copy_bar, %bytes : (i64, i32) -> ()
      llvm.inline_asm has_side_effects "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], $2, [$3];", "l,l,r,l,~{memory}" %elements_at, %source, %copy_bytes, %own_copy_bar : (i64, i64, i32, i64) -> ()
      llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "l,r,~{memory}" %own_send_bar, %send_bytes : (i64, i32) -> ()
      %mine = llvm.inttoptr %begin : i64 to !llvm.ptr<3>
      %its = nvvm.mapa %mine, %other : !llvm.ptr<3> -> !llvm.ptr<7>
      %its_begin = llvm.ptrtoint %its : !llvm.ptr<7> to i64
      %its_number = arith.addi %its_begin, %send_to : i64
      %its_barrier = arith.addi %its_begin, %send_bar : i64
      llvm.inline_asm has_side_effects "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [$0], $1, [$2];", "l,r,l,~{memory}" %its_number, %number, %its_barrier : (i64, f32, i64) -> ()
    }
    llvm.inline_asm has_side_effects "{ .reg .pred P; W: mbarrier.try_wait.parity.shared::cta.b64 P, [$0], $1; @P bra D; bra W; D: }", "l,r,~{memory}" %own_copy_bar, %even : (i64, i32) -> ()
    llvm.inline_asm has_side_effects "{ .reg .pred P; W: mbarrier.try_wait.parity.shared::cta.b64 P, [$0], $1; @P bra D; bra W; D: }", "l,r,~{memory}" %own_send_bar, %even : (i64, i32) -> ()
    %element = memref.load %elements[%tx] : memref<64xf32, #gpu.address_space<workgroup>>
    %sent = memref.load %got[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    %sum = arith.addf %element, %sent : f32
    %first = arith.muli %bx, %c64 : index
    %position = arith.addi %first, %tx : index
    memref.store %sum, %out[%position] : memref<128xf32>
    gpu.terminator
  } {redfuser.distributed}
  %r = bufferization.to_tensor %out restrict : memref<128xf32> to tensor<128xf32>
  return %r : tensor<128xf32>
}
