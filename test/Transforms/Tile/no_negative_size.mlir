// RUN: redfuser-opt %s --redfuser-tile="rows=-1" -verify-diagnostics

// expected-error @below {{expected tile sizes of at least 0 and at least one segment, got rows=-1 axis=64 segments=1}}
module {}
