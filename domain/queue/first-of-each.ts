/** Returns the first report of each member, because one member may report several texts, photos or names of another. */
export const firstOfEach = <Report extends { userId: number }>(reports: readonly Report[]) =>
  reports.filter(
    ({ userId }, index) => reports.findIndex((other) => other.userId === userId) === index,
  )
