/** The members of a notification are counted only up to this number, for which it shows '99+ others'. */
export const maxCountedMembers = 100
