import { afterEach, describe, expect, it } from 'vitest'
import type { Person } from '#platform/testing/people.ts'
import { day, sha, siteWithDrawings } from './drawings.testing.ts'

const { app, admin, later, post, shown, answer, night, audits, announcement, redraw, closed } =
  await siteWithDrawings()
afterEach(() => app.clock.set(null))

describe('a drawing that an admin would steer', () => {
  const hold = (member: Person) =>
    app.post('/api/admin/holds', { userId: member.id, reason: 'It looks so.' }, { as: admin })
  const release = (member: Person) => app.delete(`/api/admin/holds/${member.id}`, {}, { as: admin })
  const last = async (id: number) => (await shown(id)).draws.at(-1)

  it('acceptance is final: neither a hold, a takedown, the account’s end nor a second thought undoes it', async () => {
    const { id, winner } = await closed(3)
    await post(id, 'draw')
    const won = await winner()
    await answer(id, won, { accept: true })
    await hold(won)
    expect(await last(id)).toMatchObject({ outcome: 'accepted', heldUntil: null })
    expect((await post(id, 'redraw/announce', announcement())).body.error).toBe('prize_accepted')
    expect((await answer(id, won, { accept: false })).body.error).toBe('prize_accepted')
    await release(won)
    await app.post('/api/takedowns', { kind: 'member', id: won.id, word: 'No.' }, { as: admin })
    expect((await last(id)).outcome).toBe('accepted')
    await app.database.deleteFrom('users').where('id', '=', won.id).execute()
    expect((await last(id)).outcome).toBe('accepted')
    expect((await post(id, 'redraw')).body.error).toBe('prize_accepted')
  })

  const ways = {
    'a hold': {
      of: hold,
      undo: release,
    },
    'a takedown': {
      of: (one: Person) =>
        app.post('/api/takedowns', { kind: 'member', id: one.id, word: 'No.' }, { as: admin }),
      undo: (one: Person) =>
        app.delete('/api/takedowns', { kind: 'member', id: one.id }, { as: admin }),
    },
  }
  it.each(Object.entries(ways))(
    '%s is published as held, with its wait, and frees no redraw before',
    async (_, way) => {
      const { id, winner } = await closed(3)
      await post(id, 'draw')
      const won = await winner()
      later(3)
      await way.of(won)
      const { outcome, heldUntil } = await last(id)
      expect(outcome).toBe('held')
      expect(Math.round((Date.parse(heldUntil) - Date.now()) / day)).toBe(17)
      expect((await answer(id, won, { accept: true })).status).toBeGreaterThanOrEqual(403)
      expect((await post(id, 'redraw/announce', announcement())).body).toMatchObject({
        error: 'winner_held',
        heldUntil,
      })
      await way.undo(won)
      expect((await answer(id, won, { accept: true })).status).toBe(200)

      app.clock.set(null)
      const other = await closed(4)
      await post(other.id, 'draw')
      const unlucky = await other.winner()
      await way.of(unlucky)
      later(14.1)
      expect((await redraw(other.id)).status).toBe(200)
      // The outcome stays 'held' even after the hold or takedown was lifted.
      await way.undo(unlucky)
      expect((await shown(other.id)).draws[0]).toMatchObject({ outcome: 'held' })
    },
  )

  it('a release gives the winner their 14 days', async () => {
    const { id, winner } = await closed(3)
    await post(id, 'draw')
    const won = await winner()
    await hold(won)
    later(20)
    await release(won)
    later(33)
    expect(await last(id)).toMatchObject({ outcome: 'waiting', heldUntil: null })
    later(34.1)
    expect((await last(id)).outcome).toBe('unanswered')
  })

  it('each redraw mixes in a value of its own, announced before it is known and only once', async () => {
    const { id, winner } = await closed(5)
    const { body: first } = await post(id, 'draw')
    await answer(id, await winner(), { accept: false })
    expect((await post(id, 'redraw', { beacon: '1' })).body.error).toBe('beacon_not_announced')
    const past = announcement(-1)
    expect((await post(id, 'redraw/announce', past)).body.fields).toHaveProperty('publicAt')
    const words = announcement(1)
    expect((await post(id, 'redraw/announce', words)).status).toBe(200)
    const second = await post(id, 'redraw/announce', { ...words, beacon: 'Another' })
    expect(second.body).toMatchObject({ k: 1, beaconAnnounced: words.beacon })
    expect((await shown(id)).redraw).toMatchObject({ k: 1, beaconAnnounced: words.beacon })
    expect((await post(id, 'redraw', { beacon: '1' })).body.error).toBe('beacon_not_public')
    later(1.1)
    expect((await post(id, 'redraw')).body.fields).toHaveProperty('beacon')
    const { body } = await post(id, 'redraw', { beacon: '9 9 9' })
    const { entries, draws, redraw: next } = await shown(id)
    const text = `${first.seed}:${id}:${first.listHash}:9 9 9:1`
    expect(body.winningEntry).toBe(entries[Number(BigInt(`0x${sha(text)}`) % 5n)])
    expect(draws[1]).toMatchObject({ beacon: '9 9 9', beaconAnnounced: words.beacon })
    expect(next).toBeNull()
    const written = await audits(id)
    expect(written.map(({ action }) => action)).toContain('contest.announce-redraw')
    const { winningEntry } = body
    const drawn = written.filter(({ action }) => /^contest\.(re)?draw$/.test(action))
    expect(drawn.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: { draws: 0 }, after: { draws: 1, winningEntry: draws[0].entry } },
      { before: { draws: 1 }, after: { draws: 2, winningEntry, beacon: '9 9 9' } },
    ])
  })

  it('a winner whose turn is over can’t come back once a redraw is announced, knowing whom it would draw', async () => {
    for (const answers of [false, true]) {
      const { id, winner } = await closed(3)
      await post(id, 'draw')
      const won = await winner()
      if (answers) await answer(id, won, { accept: false })
      later(10)
      await app.get('/api/user', { as: won })
      later(14.1)
      expect((await post(id, 'redraw/announce', announcement(1))).status).toBe(200)
      later(15.2)
      for (const accept of [true, false])
        expect((await answer(id, won, { accept })).body.error).toBe('turn_over')
      expect((await post(id, 'redraw', { beacon: '9 9 9' })).status).toBe(200)
      app.clock.set(null)
    }
  })

  it('a winner who has left or is held, and comes back once a redraw is announced, doesn’t stop it', async () => {
    const hide = async (member: Person) => {
      const change = app.database
        .updateTable('users')
        .set({ disabled_at: app.services.clock.now() })
      await change.where('id', '=', member.id).execute()
    }
    const comeBack = async (member: Person) => {
      const change = app.database.updateTable('users').set({ disabled_at: null })
      await change.where('id', '=', member.id).execute()
    }
    for (const [outcome, way, days] of [
      ['left', { of: hide, undo: comeBack }, 1],
      ['held', ways['a hold'], 14.1],
    ] as const) {
      const { id, winner } = await closed(3)
      await post(id, 'draw')
      const won = await winner()
      await way.of(won)
      later(days)
      expect((await post(id, 'redraw/announce', announcement(1))).status).toBe(200)
      await way.undo(won)
      later(days + 1.1)
      expect(await last(id)).toMatchObject({ outcome, heldUntil: null })
      expect((await post(id, 'redraw', { beacon: '9 9 9' })).status).toBe(200)
      expect((await shown(id)).draws[0]).toMatchObject({ outcome })
      app.clock.set(null)
    }
  })

  it('a seed not drawn from is in no backup: one that is gone is made again, and its page says so', async () => {
    const { id } = await closed(3)
    const { seedHash } = await shown(id)
    await app.database.deleteFrom('contest_seeds').where('contest_id', '=', id).execute()
    await night()
    const after = await shown(id)
    expect(after.seedHash).not.toBe(seedHash)
    expect(after.changes).toContainEqual({
      at: expect.any(String),
      what: 'seedHash',
      before: seedHash,
      after: after.seedHash,
    })
    const { body } = await post(id, 'draw')
    expect(sha(body.seed)).toBe(after.seedHash)
    const left = app.database
      .selectFrom('contest_seeds')
      .select('seed')
      .where('contest_id', '=', id)
    expect(await left.execute()).toEqual([])
  })
})
