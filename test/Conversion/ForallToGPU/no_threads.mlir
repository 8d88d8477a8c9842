// RUN: not redfuser-opt %s --redfuser-forall-to-gpu="threads=100" 2>&1 | FileCheck %s
// RUN: not redfuser-opt %s --redfuser-forall-to-gpu="threads=2048" 2>&1 | FileCheck %s
// RUN: not redfuser-opt %s --redfuser-forall-to-gpu="threads=0" 2>&1 | FileCheck %s
// CHECK: error: expected 'threads' to be a multiple of 32 from 32 to 1024, got
func.func @f() {
  return
}
