/** The address of the page on which an admin merges this dish or restaurant with another one. */
export const mergePath = (kind: 'item' | 'restaurant', goes: number, stays?: number) =>
  `/admin/merge?kind=${kind}&goes=${goes}${stays ? `&stays=${stays}` : ''}`
