/** Tolerance below which improvements are ignored and values count as 0. */
const EPSILON = 1e-9;
/** Violation of a share's bounds above which it's corrected. */
const MAX_ERROR = 1e-7;
/**
 * Perturbation: capacities and values are raised above 1 by up to this much, each by a different amount, which avoids
 * many degenerate steps. Proofs use exactly 1.
 */
const PERTURBATION = { right: 1e-6, worth: 1e-4 };
/** Minimum coefficient of a pivot; rounding errors are far smaller. */
const MIN_PIVOT = 1e-5;
/** Distance from 0 below which entries of the inverse are rounding errors. */
const NOISE = 1e-12;
/** Number of pivots after which the inverse is recomputed, because rounding errors grow with each pivot. */
const PIVOTS_PER_INVERSE = 200;
/** Maximum number of steps per row. */
const MAX_STEPS = 30;

/** Data that `restore` needs to return to a state. */
export type SimplexState = {
  rows: number;
  inverse: Float64Array;
  basic: Int32Array;
  amounts: Float64Array;
  prices: Float64Array;
};

/**
 * The linear program of set packing: choose shares of the columns, each a set of rows, so that the shares of the
 * columns in a row add up to at most 1 and the total share is as large as possible. Uses the simplex method with an
 * explicit inverse of the basis. `optimize` starts from nothing and takes steps that keep the shares feasible. After new
 * rows or excluded columns, `restoreFeasibility` takes steps that keep the prices feasible. Variables 0 to columns − 1
 * are the columns' shares; variable columns + r is the slack of row r.
 */
export class Simplex {
  rows: number;
  /** Elementary operations left. */
  work: number;
  /** Whether the last solve didn't finish; the bound from `computeUpperBound` is valid either way. */
  isLost = false;
  /** The rows of each column. */
  readonly columns: number[][];
  /** 1 if the column may not be used. */
  readonly isExcluded: Uint8Array;
  /** The dual price of each row. */
  readonly prices: Float64Array;
  readonly #room: number;
  readonly #inverse: Float64Array;
  readonly #basic: Int32Array;
  readonly #amounts: Float64Array;
  /** The basis position of each variable; -1 if nonbasic. */
  readonly #place: Int32Array;
  /** For each basis position, how much its variable decreases per unit of the entering variable. */
  readonly #step: Float64Array;
  /** The nonzero positions of the pivot row, and their values. */
  readonly #used: Int32Array;
  readonly #entries: Float64Array;
  /** Devex reference weight of each basis position. */
  readonly #length: Float64Array;
  #exchanged = 0;

  /** `columns` are lists of rows; `room` is the maximum number of rows, and `work` the work limit. */
  constructor(columns: readonly (readonly number[])[], size: { rows: number; room: number; work: number }) {
    const { rows, room, work } = size;
    this.columns = columns.map((column) => [...column]);
    this.rows = rows;
    this.work = work;
    this.#room = room;
    this.isExcluded = new Uint8Array(columns.length);
    this.prices = new Float64Array(room);
    this.#inverse = new Float64Array(room * room);
    this.#basic = new Int32Array(room);
    this.#amounts = new Float64Array(room);
    this.#place = new Int32Array(columns.length + room).fill(-1);
    this.#step = new Float64Array(room);
    this.#used = new Int32Array(room);
    this.#entries = new Float64Array(room);
    this.#length = new Float64Array(room);
    for (let r = 0; r < rows; r++) this.#enterRow(r, 1 + PERTURBATION.right * scatterBits(r));
  }

  getShare(column: number): number {
    const place = this.#place[column]!;
    return place < 0 ? 0 : this.#amounts[place]!;
  }

  /** Returns the value of a column minus the prices of its rows. */
  computeGain(column: number): number {
    let gain = 1;
    for (const r of this.columns[column]!) gain -= this.prices[r]!;
    return gain;
  }

  /** Returns an upper bound on the total of feasible shares, valid in any state of the solver. */
  computeUpperBound(): number {
    let sum = 0;
    for (let r = 0; r < this.rows; r++) sum += Math.max(0, this.prices[r]!);
    for (let j = 0; j < this.columns.length; j++) {
      if (this.isExcluded[j] === 1) continue;
      let gain = 1;
      for (const r of this.columns[j]!) gain -= Math.max(0, this.prices[r]!);
      if (gain > 0) sum += gain;
    }
    this.work -= 6 * this.columns.length;
    return sum;
  }

  /** Adds a row with capacity 1 used by these columns; call `restoreFeasibility` next. */
  addRow(columns: readonly number[]): void {
    const r = this.rows++;
    const rowStart = r * this.#room;
    let slack = 1 + PERTURBATION.right * scatterBits(r);
    for (const j of columns) {
      this.columns[j]!.push(r);
      const place = this.#place[j]!;
      if (place < 0) continue;
      slack -= this.#amounts[place]!;
      for (let k = 0; k < r; k++) this.#inverse[rowStart + k]! -= this.#inverse[place * this.#room + k]!;
      this.work -= r;
    }
    this.prices[r] = 0;
    this.#enterRow(r, slack);
  }

  #enterRow(r: number, slack: number): void {
    this.#inverse[r * this.#room + r] = 1;
    this.#basic[r] = this.columns.length + r;
    this.#place[this.columns.length + r] = r;
    this.#amounts[r] = slack;
  }

  save(): SimplexState {
    const { rows } = this;
    const inverse = new Float64Array(rows * rows);
    for (let i = 0; i < rows; i++) inverse.set(this.#inverse.subarray(i * this.#room, i * this.#room + rows), i * rows);
    this.work -= (rows * rows) / 8;
    return {
      rows,
      inverse,
      basic: this.#basic.slice(0, rows),
      amounts: this.#amounts.slice(0, rows),
      prices: this.prices.slice(0, rows),
    };
  }

  /** Restores a state with the current number of rows; leaves the set of excluded columns unchanged. */
  restore({ rows, inverse, basic, amounts, prices }: SimplexState): void {
    for (let i = 0; i < rows; i++) this.#inverse.set(inverse.subarray(i * rows, (i + 1) * rows), i * this.#room);
    this.#basic.set(basic);
    this.#amounts.set(amounts);
    this.prices.set(prices);
    this.#place.fill(-1);
    for (let i = 0; i < rows; i++) this.#place[basic[i]!] = i;
    this.work -= (rows * rows) / 8;
  }

  /** Optimizes from feasible shares (primal simplex). */
  optimize(): void {
    this.isLost = false;
    for (let steps = MAX_STEPS * this.rows; steps > 0 && this.work > 0; steps--) {
      const enteringColumn = this.#mostGaining();
      if (enteringColumn < 0) return;
      this.#direct(enteringColumn);
      let leavingRow = -1;
      let leastRatio = Number.POSITIVE_INFINITY;
      for (let i = 0; i < this.rows; i++) {
        if (this.#step[i]! <= MIN_PIVOT) continue;
        const ratio = Math.max(0, this.#amounts[i]!) / this.#step[i]!;
        if (ratio > leastRatio || (ratio === leastRatio && this.#step[i]! <= this.#step[leavingRow]!)) continue;
        leastRatio = ratio;
        leavingRow = i;
      }
      if (leavingRow < 0) break;
      this.#exchange(leavingRow, enteringColumn);
    }
    this.isLost = true;
  }

  /** Returns the open column or row slack with the greatest reduced gain, or -1 if there is none. */
  #mostGaining(): number {
    let best = -1;
    let maxChange = EPSILON * 10;
    const n = this.columns.length;
    for (let j = 0; j < n; j++) {
      if (this.isExcluded[j] === 1 || this.#place[j]! >= 0) continue;
      const gain = this.#gainOf(j);
      if (gain > maxChange) {
        maxChange = gain;
        best = j;
      }
    }
    for (let r = 0; r < this.rows; r++) {
      if (this.#place[n + r]! >= 0 || -this.prices[r]! <= maxChange) continue;
      maxChange = -this.prices[r]!;
      best = n + r;
    }
    this.work -= 6 * n;
    return best;
  }

  #gainOf(variable: number): number {
    if (variable >= this.columns.length) return -this.prices[variable - this.columns.length]!;
    return this.computeGain(variable) + PERTURBATION.worth * scatterBits(variable + this.#room);
  }

  /**
   * Moves from feasible prices to feasible shares (dual simplex), or stops once the ceiling is below `requiredValue`.
   * Excluded columns leave the basis.
   */
  restoreFeasibility(requiredValue: number): void {
    this.isLost = false;
    this.#length.fill(1);
    for (let steps = MAX_STEPS * this.rows; steps > 0 && this.work > 0; steps--) {
      const leavingRow = this.#mostWrong();
      if (leavingRow < 0) return;
      const enteringColumn = this.#cheapest(leavingRow);
      if (enteringColumn < 0) break;
      this.#direct(enteringColumn);
      this.#lengthen(leavingRow);
      this.#exchange(leavingRow, enteringColumn);
      if ((steps & 7) === 0 && this.#sumOfPrices() < requiredValue && this.computeUpperBound() < requiredValue) return;
    }
    this.isLost = true;
  }

  /**
   * Updates the Devex reference weights. They approximate how far a position's variable moves per unit of an entering
   * variable.
   */
  #lengthen(leavingRow: number): void {
    const pivot = this.#step[leavingRow]!;
    const ownLength = this.#length[leavingRow]! / (pivot * pivot);
    for (let i = 0; i < this.rows; i++) {
      const length = this.#step[i]! * this.#step[i]! * ownLength;
      if (length > this.#length[i]!) this.#length[i] = length;
    }
    this.#length[leavingRow] = Math.max(1, ownLength);
  }

  #sumOfPrices(): number {
    let sum = 0;
    for (let r = 0; r < this.rows; r++) sum += this.prices[r]!;
    return sum;
  }

  #mostWrong(): number {
    let worstRow = -1;
    let maxChange = 0;
    for (let i = 0; i < this.rows; i++) {
      const amount = this.#amounts[i]!;
      const infeasibility = amount < 0 ? -amount : this.#isShut(this.#basic[i]!) ? amount : 0;
      if (infeasibility <= MAX_ERROR || infeasibility * infeasibility <= maxChange * this.#length[i]!) continue;
      maxChange = (infeasibility * infeasibility) / this.#length[i]!;
      worstRow = i;
    }
    return worstRow;
  }

  #isShut(variable: number): boolean {
    return variable < this.columns.length && this.isExcluded[variable] === 1;
  }

  /** Returns the variable that can take over a position while the prices stay feasible, or -1 if there's none. */
  #cheapest(place: number): number {
    const { isExcluded, columns, rows } = this;
    const inverse = this.#inverse;
    const sign = this.#amounts[place]! < 0 ? -1 : 1;
    const row = place * this.#room;
    const n = columns.length;
    let best = -1;
    let leastRatio = Number.POSITIVE_INFINITY;
    let size = 0;
    for (let variable = 0; variable < n + rows; variable++) {
      if (this.#place[variable]! >= 0) continue;
      let alpha = 0;
      if (variable >= n) alpha = inverse[row + variable - n]!;
      else if (isExcluded[variable] === 1) continue;
      else for (const r of columns[variable]!) alpha += inverse[row + r]!;
      alpha *= sign;
      if (alpha <= MIN_PIVOT) continue;
      const ratio = Math.max(0, -this.#gainOf(variable)) / alpha;
      if (ratio > leastRatio + EPSILON || (ratio > leastRatio - EPSILON && alpha <= size)) continue;
      leastRatio = Math.min(leastRatio, ratio);
      size = alpha;
      best = variable;
    }
    this.work -= 6 * n;
    return best;
  }

  /** Computes how much of each basic variable one unit of `enteringColumn` uses, by position. */
  #direct(enteringColumn: number): void {
    const rows =
      enteringColumn < this.columns.length ? this.columns[enteringColumn]! : [enteringColumn - this.columns.length];
    for (let i = 0; i < this.rows; i++) {
      let sum = 0;
      for (const r of rows) sum += this.#inverse[i * this.#room + r]!;
      this.#step[i] = sum;
    }
    this.work -= rows.length * this.rows;
  }

  /** Pivots: `enteringColumn` takes the position of a variable that becomes 0. */
  #exchange(leavingRow: number, enteringColumn: number): void {
    const { rows, prices } = this;
    const inverse = this.#inverse;
    const step = this.#step;
    const amounts = this.#amounts;
    const rowStart = leavingRow * this.#room;
    const pivot = step[leavingRow]!;
    const gain = this.#gainOf(enteringColumn);
    const amount = amounts[leavingRow]! / pivot;
    const count = this.#scale(rowStart, pivot);
    const usedColumns = this.#used;
    const entries = this.#entries;
    for (let n = 0; n < count; n++) prices[usedColumns[n]!]! += gain * entries[n]!;
    for (let i = 0; i < rows; i++) {
      const factor = step[i]!;
      if (i === leavingRow || (factor < EPSILON && factor > -EPSILON)) continue;
      amounts[i]! -= factor * amount;
      const at = i * this.#room;
      for (let n = 0; n < count; n++) inverse[at + usedColumns[n]!]! -= factor * entries[n]!;
      this.work -= count;
    }
    amounts[leavingRow] = amount;
    this.#place[this.#basic[leavingRow]!] = -1;
    this.#basic[leavingRow] = enteringColumn;
    this.#place[enteringColumn] = leavingRow;
    if (++this.#exchanged >= PIVOTS_PER_INVERSE) this.#renew();
  }

  /** Divides a row of the inverse, records its nonzero positions and returns how many there are. */
  #scale(rowStart: number, pivot: number): number {
    const inverse = this.#inverse;
    let count = 0;
    for (let k = 0; k < this.rows; k++) {
      const entry = inverse[rowStart + k]! / pivot;
      const isNoise = entry < NOISE && entry > -NOISE;
      inverse[rowStart + k] = isNoise ? 0 : entry;
      if (isNoise) continue;
      this.#entries[count] = entry;
      this.#used[count++] = k;
    }
    return count;
  }

  /** Recomputes the inverse, amounts and prices of the basis. */
  #renew(): void {
    const { rows } = this;
    const n = this.columns.length;
    const basicVariables = this.#basic.slice(0, rows).filter((variable) => variable < n);
    const isKept = new Uint8Array(rows);
    for (const variable of this.#basic.subarray(0, rows)) if (variable >= n) isKept[variable - n] = 1;
    this.prices.fill(0, 0, rows);
    this.#place.fill(-1);
    for (let r = 0; r < rows; r++) {
      this.#inverse.fill(0, r * this.#room, r * this.#room + rows);
      this.#enterRow(r, 1 + PERTURBATION.right * scatterBits(r));
    }
    this.#exchanged = Number.NEGATIVE_INFINITY;
    for (const enteringColumn of basicVariables) {
      this.#direct(enteringColumn);
      let leavingRow = -1;
      for (let i = 0; i < rows; i++) {
        if (isKept[i] === 1 || this.#basic[i]! < n) continue;
        if (leavingRow < 0 || Math.abs(this.#step[i]!) > Math.abs(this.#step[leavingRow]!)) leavingRow = i;
      }
      if (leavingRow >= 0 && Math.abs(this.#step[leavingRow]!) > MIN_PIVOT) this.#exchange(leavingRow, enteringColumn);
    }
    this.#exchanged = 0;
  }
}

/** Hashes an integer to a value from 0 to 1. */
function scatterBits(number: number): number {
  return (Math.imul(number + 1, 0x9e3779b1) >>> 8) / (1 << 24);
}
