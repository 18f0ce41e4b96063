/** The members of a notification are counted only up to this number, because it shows '99+ others' beyond that. */
export const maxCountedMembers = 100
