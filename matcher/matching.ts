/** Undirected edges of a graph, each listed once: its two vertices and what matching them is worth. */
export type WeightedEdges = {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  /** Rounded to three decimal places, so that labels stay integers and comparisons exact. 0 or less means no edge. */
  readonly weight: ArrayLike<number>;
};

/** A set of vertices, an odd number of them, of which at most (size − 1) / 2 pairs can be matched inside. */
type LabeledSet = { readonly members: readonly number[]; readonly label: number };

/**
 * A matching with the labels that prove it. The labels of an edge's two vertices and of all sets around both of them add
 * up to at least twice its weight, so no matching is worth more than half of: all vertex labels, plus each set's label
 * times (size − 1) / 2. Labels are in thousandths of a weight.
 */
export type Matching = {
  /** The partner of each vertex, or -1. */
  readonly partner: Int32Array;
  readonly labels: Float64Array;
  readonly sets: readonly LabeledSet[];
};

/** Number of steps into which weights of 1 are divided. */
export const WEIGHT_STEPS = 1_000;

export const roundWeight = (weight: number): number => Math.max(0, Math.round(weight * WEIGHT_STEPS));

/**
 * Returns a maximum-weight matching in a general graph, using Edmonds' blossom algorithm with dual labels for vertices
 * and blossoms. Each augmentation takes time in proportion to the edges, so the whole search grows with vertices times
 * edges.
 */
export function computeMaximumMatching(size: number, edges: WeightedEdges): Matching {
  const search = new BlossomSearch(size, edges);
  while (search.tryAugment()) {
    // Each call matches two more vertices, until no other pair raises the total.
  }
  return search.takeResult();
}

/** Position of a vertex or blossom in the search forest: even, odd or outside. */
const EVEN = 0;
const ODD = 1;
const OUTSIDE = -1;

/**
 * Vertices are 1 to n, blossoms n + 1 to 2n; 0 means none. `surface` is the outermost blossom that contains a vertex.
 */
class BlossomSearch {
  readonly match: Int32Array;
  readonly #n: number;
  #last: number;
  readonly #width: number;
  readonly #weight: Float64Array;
  /** Endpoints of the tightest edge between two surfaces, as real vertices. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #label: Float64Array;
  readonly #surface: Int32Array;
  readonly #parent: Int32Array;
  readonly #slack: Int32Array;
  /** The slack of the edge from `#slack[x]` to each surface. */
  readonly #slackGap: Float64Array;
  readonly #state: Int8Array;
  readonly #seen: Int32Array;
  /** Members of each blossom around its cycle, the base first. */
  readonly #cycle: number[][];
  /** By blossom and vertex, the member that contains the vertex. */
  readonly #holder: Int32Array;
  /** Edges by vertex, by ascending neighbor: those of vertex u start at `#first[u]`. */
  readonly #first: Int32Array;
  readonly #neighbor: Int32Array;
  readonly #neighborWeight: Float64Array;
  #stamp = 0;
  #queue: number[] = [];

  constructor(size: number, edges: WeightedEdges) {
    const n = size;
    // The blossoms that exist at one time are nested or disjoint and have at least three members each.
    const width = n + (n >> 1) + 2;
    this.#n = this.#last = n;
    this.#width = width;
    this.#weight = new Float64Array((n + 1) * (n + 1));
    this.#from = new Int32Array(width * width);
    this.#to = new Int32Array(width * width);
    this.#label = new Float64Array(width);
    this.#surface = new Int32Array(width);
    this.#parent = new Int32Array(width);
    this.#slack = new Int32Array(width);
    this.#slackGap = new Float64Array(width);
    this.#state = new Int8Array(width);
    this.#seen = new Int32Array(width);
    this.match = new Int32Array(width);
    this.#cycle = Array.from({ length: width }, () => []);
    this.#holder = new Int32Array(width * (n + 1));
    for (let u = 1; u <= n; u++) {
      this.#surface[u] = u;
      this.#holder[u * (n + 1) + u] = u;
    }
    const sorted = sortEdges(n, edges);
    this.#first = sorted.first;
    this.#neighbor = sorted.neighbor;
    this.#neighborWeight = sorted.weight;
    let maxWeight = 0;
    for (let u = 1; u <= n; u++) {
      for (let index = this.#first[u]!; index < this.#first[u + 1]!; index++) {
        const v = this.#neighbor[index]!;
        const weight = this.#neighborWeight[index]!;
        this.#weight[u * (n + 1) + v] = weight;
        this.#from[u * width + v] = u;
        this.#to[u * width + v] = v;
        if (weight > maxWeight) maxWeight = weight;
      }
    }
    this.#label.fill(maxWeight, 1, n + 1);
  }

  takeResult(): Matching {
    const n = this.#n;
    const sets: LabeledSet[] = [];
    for (let b = n + 1; b <= this.#last; b++) {
      if (this.#surface[b] === 0 || this.#label[b] === 0) continue;
      const members: number[] = [];
      for (let v = 1; v <= n; v++) if (this.#holder[b * (n + 1) + v] !== 0) members.push(v - 1);
      sets.push({ members, label: this.#label[b]! });
    }
    return {
      partner: Int32Array.from({ length: n }, (_, vertex) => this.match[vertex + 1]! - 1),
      labels: this.#label.slice(1, n + 1),
      sets,
    };
  }

  /**
   * Grows a forest from all unmatched vertices. Returns true if two trees meet, or false if an unmatched vertex can
   * gain nothing more.
   */
  tryAugment(): boolean {
    const n = this.#n;
    this.#state.fill(OUTSIDE);
    this.#slack.fill(0);
    this.#queue = [];
    for (let x = 1; x <= this.#last; x++) {
      if (this.#surface[x] !== x || this.match[x] !== 0) continue;
      this.#parent[x] = 0;
      this.#state[x] = EVEN;
      this.#enqueue(x);
    }
    if (this.#queue.length === 0) return false;
    for (;;) {
      for (let index = 0; index < this.#queue.length; index++) {
        const u = this.#queue[index]!;
        if (this.#state[this.#surface[u]!] === ODD) continue;
        for (let edge = this.#first[u]!; edge < this.#first[u + 1]!; edge++) {
          const v = this.#neighbor[edge]!;
          const x = this.#surface[v]!;
          if (this.#surface[u] === x) continue;
          const gap = this.#label[u]! + this.#label[v]! - 2 * this.#neighborWeight[edge]!;
          if (gap > 0) this.#noteSlack(u, x, x === v ? gap : this.#gap(u, x));
          else if (this.#takeEdge(u, v)) return true;
        }
      }
      if (!this.#adjustLabels()) return false;
      this.#queue = [];
      for (let x = 1; x <= this.#last; x++) {
        const slackVertex = this.#slack[x]!;
        if (this.#surface[x] !== x || slackVertex === 0 || this.#surface[slackVertex] === x || this.#slackGap[x]! > 0)
          continue;
        const edge = slackVertex * this.#width + x;
        if (this.#takeEdge(this.#from[edge]!, this.#to[edge]!)) return true;
      }
      for (let b = n + 1; b <= this.#last; b++) {
        if (this.#surface[b] === b && this.#state[b] === ODD && this.#label[b] === 0) this.#expand(b);
      }
    }
  }

  /** Returns the slack of the edge between `u` and `x` (vertices or surfaces); Infinity: no edge. */
  #gap(u: number, x: number): number {
    const edge = u * this.#width + x;
    const fromVertex = this.#from[edge]!;
    if (fromVertex === 0) return Number.POSITIVE_INFINITY;
    const toVertex = this.#to[edge]!;
    return this.#label[fromVertex]! + this.#label[toVertex]! - 2 * this.#weight[fromVertex * (this.#n + 1) + toVertex]!;
  }

  #noteSlack(u: number, x: number, gap: number): void {
    if (this.#slack[x] !== 0 && gap >= this.#slackGap[x]!) return;
    this.#slack[x] = u;
    this.#slackGap[x] = gap;
  }

  #findSlack(x: number): void {
    this.#slack[x] = 0;
    for (let u = 1; u <= this.#n; u++) {
      if (this.#from[u * this.#width + x] === 0 || this.#surface[u] === x) continue;
      if (this.#state[this.#surface[u]!] === EVEN) this.#noteSlack(u, x, this.#gap(u, x));
    }
  }

  #enqueue(x: number): void {
    if (x <= this.#n) this.#queue.push(x);
    else for (const member of this.#cycle[x]!) this.#enqueue(member);
  }

  #setSurface(x: number, blossom: number): void {
    this.#surface[x] = blossom;
    if (x > this.#n) for (const member of this.#cycle[x]!) this.#setSurface(member, blossom);
  }

  /** Adjusts the labels as far as they stay feasible; returns false if an unmatched vertex can gain nothing more. */
  #adjustLabels(): boolean {
    const n = this.#n;
    let delta = Number.POSITIVE_INFINITY;
    for (let b = n + 1; b <= this.#last; b++) {
      if (this.#surface[b] === b && this.#state[b] === ODD) delta = Math.min(delta, this.#label[b]! / 2);
    }
    for (let x = 1; x <= this.#last; x++) {
      if (this.#surface[x] !== x || this.#slack[x] === 0 || this.#state[x] === ODD) continue;
      const gap = this.#slackGap[x]!;
      delta = Math.min(delta, this.#state[x] === EVEN ? gap / 2 : gap);
    }
    let lowestLabel = Number.POSITIVE_INFINITY;
    for (let u = 1; u <= n; u++) {
      if (this.#state[this.#surface[u]!] === EVEN) lowestLabel = Math.min(lowestLabel, this.#label[u]!);
    }
    const isLast = lowestLabel <= delta;
    if (isLast) delta = lowestLabel;
    for (let u = 1; u <= n; u++) {
      const state = this.#state[this.#surface[u]!];
      if (state === EVEN) this.#label[u]! -= delta;
      if (state === ODD) this.#label[u]! += delta;
    }
    for (let b = n + 1; b <= this.#last; b++) {
      if (this.#surface[b] !== b) continue;
      if (this.#state[b] === EVEN) this.#label[b]! += 2 * delta;
      if (this.#state[b] === ODD) this.#label[b]! -= 2 * delta;
    }
    for (let x = 1; x <= this.#last; x++) {
      if (this.#surface[x] !== x || this.#slack[x] === 0 || this.#state[x] === ODD) continue;
      this.#slackGap[x]! -= this.#state[x] === EVEN ? 2 * delta : delta;
    }
    return !isLast;
  }

  /** Adds a tight edge to the forest. Returns true if it joins two trees, which matches two more vertices. */
  #takeEdge(from: number, to: number): boolean {
    const u = this.#surface[from]!;
    const v = this.#surface[to]!;
    if (this.#state[v] === OUTSIDE) {
      const mate = this.#surface[this.match[v]!]!;
      this.#parent[v] = from;
      this.#state[v] = ODD;
      this.#slack[v] = this.#slack[mate] = 0;
      this.#state[mate] = EVEN;
      this.#enqueue(mate);
      return false;
    }
    if (this.#state[v] === ODD) return false;
    const base = this.#meeting(u, v);
    if (base === 0) {
      this.#flip(u, v);
      this.#flip(v, u);
      return true;
    }
    this.#shrink(u, base, v);
    return false;
  }

  /**
   * Returns the surface where the paths from two even surfaces to their roots meet, or 0 if they're in different trees.
   */
  #meeting(u: number, v: number): number {
    this.#stamp++;
    let [one, other] = [u, v];
    while (one !== 0 || other !== 0) {
      if (one !== 0) {
        if (this.#seen[one] === this.#stamp) return one;
        this.#seen[one] = this.#stamp;
        one = this.#grandparent(one);
      }
      [one, other] = [other, one];
    }
    return 0;
  }

  #grandparent(x: number): number {
    const mate = this.#surface[this.match[x]!]!;
    return mate === 0 ? 0 : this.#surface[this.#parent[mate]!]!;
  }

  /** Matches `u` with `v` and flips partners all the way up to the root. */
  #flip(u: number, v: number): void {
    let [own, partner] = [u, v];
    for (;;) {
      const mate = this.#surface[this.match[own]!]!;
      this.#setMatch(own, partner);
      if (mate === 0) return;
      const next = this.#surface[this.#parent[mate]!]!;
      this.#setMatch(mate, next);
      own = next;
      partner = mate;
    }
  }

  #setMatch(u: number, v: number): void {
    const edge = u * this.#width + v;
    this.match[u] = this.#to[edge]!;
    if (u <= this.#n) return;
    const innerBlossom = this.#holder[u * (this.#n + 1) + this.#from[edge]!]!;
    const path = this.#evenWay(u, innerBlossom);
    const cycle = this.#cycle[u]!;
    for (let k = 0; k < path; k++) this.#setMatch(cycle[k]!, cycle[k ^ 1]!);
    this.#setMatch(innerBlossom, v);
    this.#cycle[u] = [...cycle.slice(path), ...cycle.slice(0, path)];
  }

  /** Returns the index of `inner` on the cycle. Reverses the cycle first if the path from the base would be odd. */
  #evenWay(b: number, inner: number): number {
    const cycle = this.#cycle[b]!;
    const at = cycle.indexOf(inner);
    if (at % 2 === 0) return at;
    this.#cycle[b] = [cycle[0]!, ...cycle.slice(1).reverse()];
    return cycle.length - at;
  }

  /** Shrinks the odd cycle from `base` through `u` and `v` into a blossom. */
  #shrink(u: number, base: number, v: number): void {
    const n = this.#n;
    let b = n + 1;
    while (b <= this.#last && this.#surface[b] !== 0) b++;
    if (b > this.#last) this.#last = b;
    this.#label[b] = 0;
    this.#state[b] = EVEN;
    this.match[b] = this.match[base]!;
    const path = this.#wayTo(u, base);
    const otherPath = this.#wayTo(v, base);
    this.#cycle[b] = [base, ...path.reverse(), ...otherPath];
    this.#setSurface(b, b);
    for (let x = 1; x <= this.#last; x++) this.#from[b * this.#width + x] = this.#from[x * this.#width + b] = 0;
    this.#holder.fill(0, b * (n + 1), (b + 1) * (n + 1));
    for (const member of this.#cycle[b]!) this.#takeEdges(b, member);
    this.#findSlack(b);
  }

  /** Returns the surfaces from `u` up to but excluding `base`; the odd ones among them become even. */
  #wayTo(u: number, base: number): number[] {
    const path: number[] = [];
    let x = u;
    while (x !== base) {
      const oddSurface = this.#surface[this.match[x]!]!;
      path.push(x, oddSurface);
      this.#enqueue(oddSurface);
      x = this.#surface[this.#parent[oddSurface]!]!;
    }
    return path;
  }

  #takeEdges(b: number, member: number): void {
    const width = this.#width;
    for (let x = 1; x <= this.#last; x++) {
      if (this.#from[member * width + x] === 0 || this.#gap(member, x) >= this.#gap(b, x)) continue;
      this.#from[b * width + x] = this.#from[member * width + x]!;
      this.#to[b * width + x] = this.#to[member * width + x]!;
      this.#from[x * width + b] = this.#from[x * width + member]!;
      this.#to[x * width + b] = this.#to[x * width + member]!;
    }
    const n1 = this.#n + 1;
    for (let x = 1; x <= this.#n; x++) if (this.#holder[member * n1 + x] !== 0) this.#holder[b * n1 + x] = member;
  }

  /** Expands an odd blossom whose label has reached zero. */
  #expand(b: number): void {
    for (const member of this.#cycle[b]!) this.#setSurface(member, member);
    const entry = this.#from[b * this.#width + this.#parent[b]!]!;
    const innerBlossom = this.#holder[b * (this.#n + 1) + entry]!;
    const path = this.#evenWay(b, innerBlossom);
    const cycle = this.#cycle[b]!;
    for (let k = 0; k < path; k += 2) {
      const [oddVertex, evenVertex] = [cycle[k]!, cycle[k + 1]!];
      this.#parent[oddVertex] = this.#from[evenVertex * this.#width + oddVertex]!;
      this.#state[oddVertex] = ODD;
      this.#state[evenVertex] = EVEN;
      this.#slack[oddVertex] = 0;
      this.#findSlack(evenVertex);
      this.#enqueue(evenVertex);
    }
    this.#state[innerBlossom] = ODD;
    this.#parent[innerBlossom] = this.#parent[b]!;
    for (let k = path + 1; k < cycle.length; k++) {
      this.#state[cycle[k]!] = OUTSIDE;
      this.#findSlack(cycle[k]!);
    }
    this.#surface[b] = 0;
  }
}

/** Lists each edge from both of its vertices, numbered from 1. */
function sortEdges(n: number, edges: WeightedEdges): { first: Int32Array; neighbor: Int32Array; weight: Float64Array } {
  const byVertex = Array.from({ length: n + 1 }, (): { to: number; weight: number }[] => []);
  for (let index = 0; index < edges.weight.length; index++) {
    const weight = roundWeight(edges.weight[index]!);
    const [u, v] = [edges.from[index]! + 1, edges.to[index]! + 1];
    if (u === v || weight === 0) continue;
    byVertex[u]!.push({ to: v, weight });
    byVertex[v]!.push({ to: u, weight });
  }
  const first = new Int32Array(n + 2);
  for (const [u, list] of byVertex.entries()) {
    list.sort((one, other) => one.to - other.to);
    first[u + 1] = first[u]! + list.length;
  }
  const all = byVertex.flat();
  return {
    first,
    neighbor: Int32Array.from(all, ({ to }) => to),
    weight: Float64Array.from(all, (edge) => edge.weight),
  };
}
