import { countWithNoun, pluralize } from '#platform/text/plural.ts'

/** Says how many favorites stay deleted although what they are about is back. */
export const stayDeletedText = (left: number) =>
  `${countWithNoun(left, 'favorite')} ${pluralize(left, 'stays', 'stay')} deleted: the three places of ` +
  `${pluralize(left, 'its member', 'their members')} are filled.`
