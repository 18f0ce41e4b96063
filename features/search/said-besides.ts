const here =
  /(?:^|\s)(?:near\s*by|(?:near|close to|around) me|around here|close by)(?=$|[\s.,!?])/gi
const praise =
  /^\s*(?:(?:where(?:['’]s| is| are)|find|the|some)\s+)*(?:best|tastiest|top|greatest|good|great|delicious|tasty|cheap|cheapest)\s+(?=\S)/i

/** Without 'near me': that is where one is asked about anyway. As it is where nothing else is said. */
export const withoutHere = (q: string) => q.replace(here, ' ').trim() || q

/** Without 'the best' before it, which is what this site is for. Restaurants may be called so. */
export const withoutPraise = (q: string) => q.replace(praise, '')
