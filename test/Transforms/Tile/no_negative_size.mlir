// RUN: redfuser-opt %s --redfuser-tile="rows=-1" -split-input-file -verify-diagnostics
// RUN: not redfuser-opt %s --redfuser-tile="parallel-tiles=8,-2" 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not redfuser-opt %s --redfuser-tile="segments=0" 2>&1 | FileCheck %s --check-prefix=SEGMENTS

// LIST: error: redfuser-tile: expected tile sizes of at least 0, at least one segment and at least one thread, got rows=16 axis=64 segments=1 threads=1 parallel-tiles=8,-2
// SEGMENTS: got rows=16 axis=64 segments=0

// expected-error @below {{expected tile sizes of at least 0, at least one segment and at least one thread, got rows=-1 axis=64 segments=1 threads=1}}
module {}
