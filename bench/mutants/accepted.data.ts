/**
 * Changes that no test notices, each with the reason why it needs none. They aren't drawn. `was` and `becomes` are the
 * lines that it touches, before and after it, as the report prints them.
 */
export const accepted: { file: string; was: string; becomes: string; reason: string }[] = [
  {
    file: 'features/yolos/edit.server.ts',
    was: 'let voteWithdrawn = false',
    becomes: 'let voteWithdrawn = true',
    reason: 'It is set before it is read, or the call fails.',
  },
  {
    file: 'features/yolos/save.server.ts',
    was: 'for (let round = 0; round < 3; round++) {',
    becomes: 'for (let round = 0; round <= 3; round++) {',
    reason:
      'One more try, where others must make and delete the same dish three times at one moment.',
  },
  {
    file: 'features/yolos/save.server.ts',
    was: 'if (out && !existing) { const key = nameKey(wanted.itemName!) const namesake = await findItemIdByName(tx, restaurant.id, categoryId, key) await lockItems(tx, [out.item_id, namesake]) }',
    becomes: 'if (out && !existing) {}',
    reason:
      'Without the order of these locks two saves can deadlock, and then one is repeated: it only takes longer.',
  },
  {
    file: 'features/trust/signals/signals.ts',
    was: 'if (seen >= tries || p <= 0) return 0',
    becomes: 'if ((seen >= tries && p <= 0)) return 0',
    reason: 'The sum below comes to 0 as well.',
  },
]
