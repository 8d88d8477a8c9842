# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sourced by the scripts: messages, installing what is missing, and the build.
# shellcheck shell=bash

set -euo pipefail
export LC_ALL=C

REPO=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$REPO"

say() { printf '\n== %s (%ss)\n' "$*" "$SECONDS"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# Everything that configuring, building and testing needs on Debian 12. clang-22
# brings a C++ standard library; python3 runs lit. docs/Dependencies.md says why.
PACKAGES=(
  llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools clang-22 lld-22
  ninja-build cmake libgtest-dev python3
)
# What only scripts/test uses.
TEST_PACKAGES=(clang-format-22)
# Tests that need these do not run where they cannot be had.
OPTIONAL_TEST_PACKAGES=(libomp-22-dev)

# install_packages NAME...: nothing happens, not even a network access, where all
# are there.
install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    echo "not a Debian system: assuming that LLVM/MLIR 22, clang, lld, ninja," \
      "cmake and GoogleTest are there"
    return
  fi
  local installed missing=() name
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null ||
    true)
  for name in "$@"; do
    grep -qx "installed $name" <<<"$installed" || missing+=("$name")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    return
  fi
  if [ "$(id -u)" -ne 0 ]; then
    die "missing packages; as root: apt-get install ${missing[*]}"
  fi
  say "Installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  local log
  log=$(mktemp)
  # A fresh machine has no package lists, or old ones.
  if ! apt-get install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1; then
    apt-get update >"$log" 2>&1 ||
      { tail -n 20 "$log" >&2; die "apt-get update failed"; }
    apt-get install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1 ||
      { tail -n 20 "$log" >&2
        die "apt-get install ${missing[*]} failed; the packages of LLVM 22 must" \
          "be in the machine's apt sources"; }
  fi
  rm -f "$log"
}

# cache_value DIR NAME: the value of a CMake cache entry, empty where absent.
cache_value() {
  sed -n "s/^$2:[A-Z]*=//p" "$1/CMakeCache.txt" 2>/dev/null | head -n 1
}

# is_usable DIR BUILD_TYPE FLAGS ASSERTIONS SANITIZE: true if DIR was configured
# from this checkout, with these settings, and its tools still exist. A folder made
# by another preset, compiler or checkout is configured anew.
is_usable() {
  local dir=$1 compiler
  [ -f "$dir/build.ninja" ] || return 1
  [ "$(cache_value "$dir" CMAKE_HOME_DIRECTORY)" = "$REPO" ] || return 1
  [ "$(cache_value "$dir" CMAKE_BUILD_TYPE)" = "$2" ] || return 1
  [ "$(cache_value "$dir" CMAKE_CXX_FLAGS)" = "$3" ] || return 1
  [ "$(cache_value "$dir" REDFUSER_ASSERTIONS)" = "$4" ] || return 1
  [ "$(cache_value "$dir" REDFUSER_SANITIZE)" = "$5" ] || return 1
  [ "$(cache_value "$dir" REDFUSER_STATIC)" = OFF ] || return 1
  [ "$(cache_value "$dir" BUILD_TESTING)" != OFF ] || return 1
  compiler=$(cache_value "$dir" CMAKE_CXX_COMPILER)
  [ "${compiler##*/}" = clang++-22 ] && [ -x "$(command -v "$compiler")" ]
}

# configure PRESET DIR BUILD_TYPE FLAGS ASSERTIONS SANITIZE: does nothing in a
# usable folder; ninja runs CMake by itself when a CMakeLists.txt changes.
configure() {
  local preset=$1 dir=$2
  shift
  if is_usable "$@"; then
    return
  fi
  say "Configuring $dir (preset $preset)"
  if [ -f "$dir/CMakeCache.txt" ]; then
    echo "$dir was configured differently: starting afresh"
    rm -rf "$dir"
  fi
  cmake --preset "$preset" "${LAUNCHER[@]}"
}

# With ccache, where there is one, a second checkout builds in seconds.
LAUNCHER=()
if command -v ccache >/dev/null; then
  LAUNCHER=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
fi

configure_dev() { configure dev build None -O1 ON ""; }
configure_asan() {
  configure asan build-asan None "-O1 -g1" ON address,undefined
}

# build DIR TARGET...
build() {
  local dir=$1
  shift
  say "Building $dir${*:+: $*}"
  NINJA_STATUS='[%f/%t %es] ' ninja -C "$dir" "$@"
}
