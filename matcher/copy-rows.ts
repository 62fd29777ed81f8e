/**
 * Copies the rows `of` of a column, one after another, with `width` numbers per row. There's one small function per
 * array type, because the JIT compiles those well after a few calls, unlike one long or generic function.
 */
type Copy<Column> = (of: Int32Array, from: Column, into: Column) => void;

export function copyWords(of: Int32Array, from: Int32Array, into: Int32Array, width: number): void {
  for (let i = 0; i < of.length; i++) {
    const at = of[i]! * width;
    for (let k = 0; k < width; k++) into[i * width + k] = from[at + k]!;
  }
}

export function copyDoubles(of: Int32Array, from: Float64Array, into: Float64Array, width: number): void {
  for (let i = 0; i < of.length; i++) {
    const at = of[i]! * width;
    for (let k = 0; k < width; k++) into[i * width + k] = from[at + k]!;
  }
}

export const copyFloats: Copy<Float32Array> = (of, from, into) => {
  for (let i = 0; i < of.length; i++) into[i] = from[of[i]!]!;
};

export const copyHalves: Copy<Uint16Array> = (of, from, into) => {
  for (let i = 0; i < of.length; i++) into[i] = from[of[i]!]!;
};

export const copyBytes: Copy<Uint8Array> = (of, from, into) => {
  for (let i = 0; i < of.length; i++) into[i] = from[of[i]!]!;
};

export const copySigned: Copy<Int8Array> = (of, from, into) => {
  for (let i = 0; i < of.length; i++) into[i] = from[of[i]!]!;
};
