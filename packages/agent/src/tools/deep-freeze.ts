/** Nothing can change the judged input before it runs. Walks without recursion, however deep a model nests. */
export function deepFreeze<Value>(value: Value): Value {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null || ArrayBuffer.isView(next) || seen.has(next)) continue;
    seen.add(Object.freeze(next));
    for (const inner of Object.values(next)) waiting.push(inner);
  }
  return value;
}
