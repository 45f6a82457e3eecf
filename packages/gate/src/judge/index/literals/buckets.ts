/** From a hash to a number below `size`, a power of two: its upper bits. */
export function shiftFor(size: number): number {
  return 32 - Math.log2(size);
}

/** Where each bucket starts when items are sorted by the upper bits of their hashes; after the last one, where it ends. */
export function bucketStarts(hashes: Int32Array, buckets: number): Int32Array {
  const shift = shiftFor(buckets);
  const starts = new Int32Array(buckets + 1);
  for (let number = 0; number < hashes.length; number++) {
    const next = ((hashes[number] as number) >>> shift) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let bucket = 1; bucket <= buckets; bucket++) {
    starts[bucket] = (starts[bucket] as number) + (starts[bucket - 1] as number);
  }
  return starts;
}

/** The index of each item in that order; stable within a bucket. */
export function sortedPlaces(hashes: Int32Array, starts: Int32Array): Int32Array {
  const shift = shiftFor(starts.length - 1);
  const free = starts.slice();
  const places = new Int32Array(hashes.length);
  for (let number = 0; number < hashes.length; number++) {
    const bucket = (hashes[number] as number) >>> shift;
    const place = free[bucket] as number;
    places[number] = place;
    free[bucket] = place + 1;
  }
  return places;
}

/** A power of two of buckets for this many items: about one each. */
export function bucketsFor(count: number): number {
  return 1 << Math.max(4, Math.ceil(Math.log2(count + 1)));
}
