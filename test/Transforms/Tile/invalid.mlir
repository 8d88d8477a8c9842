// RUN: redfuser-opt %s --redfuser-tile="loops=while" -verify-diagnostics

// expected-error @below {{expected loops=forall or loops=for, got 'while'}}
module {}
