/** The most that a rehearsed command can write. It is memory. */
const OVERLAY_BYTES = 256 * 1024 * 1024;
const OVERLAY_FILES = 20_000;

export const TMPFS_OPTIONS: string = `size=${OVERLAY_BYTES},nr_inodes=${OVERLAY_FILES},mode=0700,nosuid,nodev`;

/**
 * Runs as process 1 of its own namespaces. Arguments: the directory of the stage, options of its file system and of the overlays, how
 * many roots there are, for each root its mode, owner, group and path, then the program to run. Everything is written to a file system
 * in memory that is mounted in these namespaces only, so it is gone with the last of their processes.
 *
 * It reports on descriptor 3 how the program ended (`code 0`), then whether something it started is still running (`left`, else `alone`),
 * and kills that. It ends, and everything in it, when its input closes: that is when caliban ends, in whatever way.
 */
export const OVERLAY_SCRIPT = `
run() { PATH=/usr/bin:/bin:/run/current-system/sw/bin "$@" || { echo failed >&3; exit 1; }; }
stage=$1 tmpfs=$2 overlay=$3 roots=$4
shift 4
run mount -t tmpfs -o "$tmpfs" tmpfs "$stage"
run mkdir "$stage/empty"
number=0
while [ "$number" -lt "$roots" ]; do
  at=$stage/$number
  run mkdir "$at" "$at/lower" "$at/upper" "$at/work" "$at/merged"
  run chmod "$1" "$at/upper"
  PATH=/usr/bin:/bin:/run/current-system/sw/bin chown "$2:$3" "$at/upper" 2>/dev/null
  run mount --bind "$4" "$at/lower"
  run mount -t overlay -o "lowerdir=$at/lower,upperdir=$at/upper,workdir=$at/work$overlay" overlay "$at/merged"
  shift 4
  number=$((number + 1))
done
exec 9<&0 </dev/null
{ read -r end <&9; while :; do kill -KILL -1 2>/dev/null; run sleep 0.05; done; } >/dev/null 2>&1 3>&- 4<&- 5<&- &
watch=$!
{ "$@" 2>&1 3>&- 9<&-; echo "code $?" >&3; } | run cat 3>&- 4<&- 5<&- 9<&-
kill -KILL "$watch"
wait "$watch" 2>/dev/null
tries=0
while kill -0 -1 2>/dev/null; do
  tries=$((tries + 1))
  if [ "$tries" -gt 40 ]; then kill -KILL -1; echo left >&3; read -r end <&9; exit 0; fi
  run sleep 0.02
done
echo alone >&3
read -r end <&9
`;
