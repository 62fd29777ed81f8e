/**
 * Offers by bidder (CSR). Bidder b's offers are the entries from `from[b]` up to, but not including, `from[b + 1]` of
 * `item` and `worth`.
 */
export type AuctionOffers = { from: Int32Array; item: Int32Array; worth: Float64Array };

/** Number of bids per bidder before an auction is considered stuck. */
const MAX_BIDS_PER_BIDDER = 60;
/** Maximum price increase per bid, larger than any relevant difference. */
const MAX_RAISE = 1000;

/**
 * Assigns one item to each bidder so that the sum of worths is within `epsilon` per bidder of the optimum (Bertsekas'
 * auction algorithm). An assignment that serves every bidder with offers must exist.
 * @returns each bidder's entry (-1 for bidders without offers), or null if the bidding takes too long
 */
export function assignByAuction(offers: AuctionOffers, items: number, epsilon: number): Int32Array | null {
  const { from, item, worth } = offers;
  const bidders = from.length - 1;
  const price = new Float64Array(items);
  const holder = new Int32Array(items).fill(-1);
  const itemOfBidder = new Int32Array(bidders).fill(-1);
  const biddersLeft = new Int32Array(bidders);
  let queue = 0;
  for (let bidder = bidders - 1; bidder >= 0; bidder--) {
    if (from[bidder + 1]! > from[bidder]!) biddersLeft[queue++] = bidder;
  }
  for (let bids = MAX_BIDS_PER_BIDDER * bidders; queue > 0; bids--) {
    if (bids === 0) return null;
    const bidder = biddersLeft[--queue]!;
    let best = -1;
    let net = Number.NEGATIVE_INFINITY;
    let secondBest = Number.NEGATIVE_INFINITY;
    for (let entry = from[bidder]!; entry < from[bidder + 1]!; entry++) {
      const value = worth[entry]! - price[item[entry]!]!;
      if (value > net) {
        secondBest = net;
        net = value;
        best = entry;
      } else if (value > secondBest) {
        secondBest = value;
      }
    }
    const wonItem = item[best]!;
    price[wonItem] = price[wonItem]! + Math.min(MAX_RAISE, net - secondBest) + epsilon;
    if (holder[wonItem]! >= 0) biddersLeft[queue++] = holder[wonItem]!;
    holder[wonItem] = bidder;
    itemOfBidder[bidder] = best;
  }
  return itemOfBidder;
}
