import { afterEach, describe, expect, it } from 'vitest'
import { renderPage } from '#platform/testing/render-page.ts'
import { makeContest } from '../contests.testing.ts'
import { sha, siteWithDrawings } from './drawings.testing.ts'

const { app, admin, later, post, shown, answer, night, audits, announcement, redraw, closed } =
  await siteWithDrawings()
afterEach(() => app.clock.set(null))

describe('a drawing', () => {
  it('is what anyone reckons from what was published, and gives nothing away before', async () => {
    const { id } = await closed(5)
    const before = await shown(id)
    expect(before).toMatchObject({
      state: 'closed',
      seed: null,
      entries: null,
      listHash: null,
      winningEntry: null,
      redraws: null,
      draws: [],
    })
    const { seed } = await app.database
      .selectFrom('contest_seeds')
      .select('seed')
      .where('contest_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(before.seedHash).toBe(sha(seed))
    const told = [
      await app.get('/api/contests'),
      await app.get(`/api/contests/${id}`),
      ...(await Promise.all(
        [
          '/api/contests/mine',
          `/api/contests/${id}/entries`,
          `/api/contests/${id}/export`,
          '/api/admin/contests',
          `/api/admin/contests/${id}`,
        ].map((path) => app.get(path, { as: admin })),
      )),
    ]
    for (const { status, text } of told) expect([status, text.includes(seed)]).toEqual([200, false])
    expect(JSON.stringify(await audits(id))).not.toContain(seed)

    const { status, body } = await post(id, 'draw')
    expect(status).toBe(200)
    const { body: after } = await app.get(`/api/contests/${id}`)
    expect(after).toMatchObject({
      state: 'past',
      seed,
      seedHash: before.seedHash,
      beacon: null,
      redraws: 0,
    })
    const { entries, listHash, winningEntry } = after as {
      entries: number[]
      listHash: string
      winningEntry: number
    }
    expect(entries).toEqual(entries.toSorted((a, b) => a - b))
    expect(entries.length).toBe(5)
    expect(listHash).toBe(sha(entries.join(',')))
    expect(winningEntry).toBe(entries[Number(BigInt(`0x${sha(`${seed}:${id}:${listHash}`)}`) % 5n)])
    expect(body).toEqual({ id, seed, listHash, entryCount: 5, winningEntry, redraws: 0 })
    const { body: light } = await app.get(`/api/contests/${id}?entries=false`)
    expect(light).toMatchObject({ entries: null, winningEntry })
  })

  it('takes in the value that was announced, which must be typed in then', async () => {
    const { id } = await closed(3, { beacon: 'The state lottery’s numbers of that evening' })
    expect((await shown(id)).beaconAnnounced).toBe('The state lottery’s numbers of that evening')
    expect((await post(id, 'draw')).body.fields).toHaveProperty('beacon')
    const { body } = await post(id, 'draw', { beacon: '4 8 15 16 23 42' })
    const { entries } = await shown(id)
    const text = `${body.seed}:${id}:${body.listHash}:4 8 15 16 23 42`
    expect(body.winningEntry).toBe(entries[Number(BigInt(`0x${sha(text)}`) % 3n)])
    expect(await shown(id)).toMatchObject({ beacon: '4 8 15 16 23 42' })
    const without = await closed(1)
    expect((await post(without.id, 'draw', { beacon: '1' })).body.fields).toHaveProperty('beacon')
  })

  it('comes after the closing and not without entries; its day needn’t have come', async () => {
    const id = await makeContest(app, admin)
    expect((await post(id, 'draw')).body.error).toBe('contest_not_closed')
    expect((await post(id, 'redraw')).body.error).toBe('contest_not_closed')
    await post(id, 'close')
    expect((await post(id, 'draw')).body.error).toBe('no_entries')
    expect(await shown(id)).toMatchObject({ state: 'past', counting: 0, draws: [] })
    const { html: page } = await renderPage(app, `/contests/${id}`)
    expect(page).toContain('nobody took part, so there was no drawing')
    const { id: some } = await closed(1)
    expect((await post(some, 'redraw')).body.error).toBe('contest_not_drawn')
    expect((await post(some, 'draw')).status).toBe(200)
    // The page shows the day on which the contest was really closed and drawn.
    const { timeZone, closesOn, drawsOn } = await shown(some)
    const today = new Date().toLocaleDateString('sv', { timeZone })
    expect({ closesOn, drawsOn }).toEqual({ closesOn: today, drawsOn: today })
    for (const what of ['draw', 'redraw', 'close', 'export'])
      expect(
        (
          await (what === 'export'
            ? app.get('/api/contests/99999/export', { as: admin })
            : post(99_999, what))
        ).status,
      ).toBe(404)
    const { id: past } = (await app.get('/api/contests')).body.find(
      ({ slug }: { slug: string | null }) => slug === 'contest1',
    )
    expect((await post(past, 'draw')).body.error).toBe('no_seed')
  })

  it('two at once draw once: one winner, one mail, one row of the audit', async () => {
    const { id, winner } = await closed(4)
    const drawn = await Promise.all([post(id, 'draw'), post(id, 'draw'), post(id, 'draw')])
    expect(drawn.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(drawn.map(({ text }) => text)).size).toBe(1)
    expect((await audits(id)).filter(({ action }) => action === 'contest.draw').length).toBe(1)
    const { name } = await winner()
    const won = (text: string) => text.includes(`Hello ${name},`) && text.includes('You won')
    await app.mail(won)
    await answer(id, await winner(), { accept: false })
    const words = { beacon: 'The lottery’s', publicAt: new Date(Date.now() + 60_000).toISOString() }
    await post(id, 'redraw/announce', words)
    app.clock.set(new Date(Date.now() + 61_000))
    const beacon = '1 2 3'
    const again = await Promise.all([
      post(id, 'redraw', { beacon }),
      post(id, 'redraw', { beacon }),
    ])
    // The second request finds that the new winner may answer, or that the next value isn't announced.
    expect(again.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect((await shown(id)).redraws).toBe(1)
    expect((await app.mails()).filter(won).length).toBe(1)
  })
})

describe('a winner', () => {
  it('is told by mail, accepts, and is named only where they agree', async () => {
    const { id, winner, people } = await closed(3)
    await post(id, 'draw')
    const won = await winner()
    const mail = await app.mail((text) => text.includes(`Hello ${won.name},`))
    expect(mail).toContain('Subject: You won: An Apple Watch')
    expect(mail).toContain(`http://yolo.test/contests/${id}`)
    const { body: mine } = await app.get('/api/contests/mine', { as: won })
    expect(mine).toMatchObject([{ id, won: { accepted: null, showName: false } }])
    // The mail names the moment in the contest's time zone, as the page does.
    const { timeZone, won: due } = mine[0]
    const day = new Date(due.answerBy).toLocaleDateString('en-US', { dateStyle: 'long', timeZone })
    expect(mail.replaceAll(/\s+/g, ' ')).toMatch(
      new RegExp(`Please say by ${day} at [\\d:]+ [AP]M \\S+ whether`),
    )
    const loser = people.find((one) => one.id !== won.id)!
    expect((await answer(id, loser, { accept: true })).status).toBe(403)
    expect((await app.get('/api/contests/mine', { as: loser })).body).toMatchObject([{ won: null }])

    const told = async () => (await app.get(`/api/contests/${id}`)).text
    expect(await told()).not.toContain(won.name)
    expect((await post(id, 'redraw')).body).toMatchObject({ error: 'winner_may_answer' })
    expect((await answer(id, won, { accept: true })).body).toMatchObject({
      accepted: true,
      showName: false,
    })
    const forAdmins = async () =>
      (await app.get(`/api/admin/contests/${id}`, { as: admin })).body.winners[0].member
    expect((await shown(id)).draws).toMatchObject([{ outcome: 'accepted', winner: null }])
    expect(await told()).not.toContain(won.name)
    expect(await forAdmins()).toMatchObject({ userName: won.name, mayBeShown: false })
    await answer(id, won, { accept: true, showName: true })
    expect((await shown(id)).draws).toMatchObject([{ outcome: 'accepted', winner: won.name }])
    expect(await forAdmins()).toMatchObject({ userName: won.name, mayBeShown: true })
    expect(await told()).not.toContain(won.email)
    expect((await post(id, 'redraw')).body.error).toBe('prize_accepted')
    // A winner who is no longer shown isn't named.
    await app.database
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', won.id)
      .execute()
    expect(await told()).not.toContain(won.name)
  })

  it('who declined can accept after all, and is told so, until a redraw is announced', async () => {
    const { id, winner } = await closed(2)
    await post(id, 'draw')
    const won = await winner()
    const mine = async () => (await app.get('/api/contests/mine', { as: won })).body[0].won
    expect(await mine()).toMatchObject({ accepted: null, redrawAnnounced: false })
    const declined = { accepted: false, redrawAnnounced: false }
    expect((await answer(id, won, { accept: false })).body).toMatchObject(declined)
    expect(await mine()).toMatchObject(declined)
    const asks = async (id: number) =>
      (await renderPage(app, `/contests/${id}`)).html.includes('Was it your entry?')
    expect(await asks(id)).toBe(true)
    expect((await answer(id, won, { accept: true, showName: true })).status).toBe(200)
    // What was said about the name can be taken back.
    expect((await answer(id, won, { accept: true, showName: false })).status).toBe(200)
    expect((await shown(id)).draws).toMatchObject([{ outcome: 'accepted', winner: null }])

    const { id: other, winner: drawn } = await closed(2)
    await post(other, 'draw')
    const out = await drawn()
    await answer(other, out, { accept: false })
    expect(await asks(other)).toBe(true)
    expect((await post(other, 'redraw/announce', announcement())).status).toBe(200)
    expect(await asks(other)).toBe(false)
    expect((await app.get('/api/contests/mine', { as: out })).body[0].won).toMatchObject({
      accepted: false,
      redrawAnnounced: true,
    })
    expect((await answer(other, out, { accept: true })).body.error).toBe('turn_over')
  })

  it('has 14 days, is reminded after 7, and then another is drawn with :1, :2 …', async () => {
    const { id, winner } = await closed(6)
    const { body: first } = await post(id, 'draw')
    const silent = await winner()
    await night()
    later(6.9)
    await night()
    const reminders = async () =>
      (await app.mails()).filter(
        (text) => text.includes(`Hello ${silent.name},`) && text.includes('Do you accept'),
      ).length
    const state = async () =>
      (await app.get(`/api/admin/contests/${id}`, { as: admin })).body.winners[0]
    expect((await state()).remindedAt).toBeNull()
    later(7.1)
    await night()
    await night()
    expect((await state()).remindedAt).not.toBeNull()
    await app.mail(
      (text) => text.includes(`Hello ${silent.name},`) && text.includes('Do you accept'),
    )
    expect(await reminders()).toBe(1)
    expect((await state()).overdueAt).toBeNull()
    expect((await post(id, 'redraw')).status).toBe(409)
    later(14.1)
    await night()
    expect(await state()).toMatchObject({ outcome: 'unanswered', overdueAt: expect.any(String) })
    const { entries } = await shown(id)
    let k = 1
    let redrawn = await redraw(id, 'value 1')
    for (; ; k++) {
      const text = `${first.seed}:${id}:${first.listHash}:value ${k}:${k}`
      expect(redrawn.body).toMatchObject({
        redraws: k,
        winningEntry: entries[Number(BigInt(`0x${sha(text)}`) % 6n)],
      })
      // A member who already had a turn isn't asked again.
      if ((await winner()).id !== silent.id) break
      redrawn = await redraw(id, `value ${k + 1}`)
    }
    expect((await post(id, 'redraw')).body.error).toBe('winner_may_answer')
    expect(await shown(id)).toMatchObject({ redraws: k, winningEntry: redrawn.body.winningEntry })
    app.clock.set(null)
    expect((await answer(id, silent, { accept: true })).status).toBe(403)
  })

  it('who isn’t verified any more keeps their turn: what counts was decided at the closing', async () => {
    const { id, winner } = await closed(2)
    await post(id, 'draw')
    const won = await winner()
    await app.database
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', won.id)
      .execute()
    expect((await shown(id)).draws).toMatchObject([{ outcome: 'waiting' }])
    expect((await post(id, 'redraw/announce', announcement(1))).body.error).toBe(
      'winner_may_answer',
    )
    expect((await answer(id, won, { accept: true })).status).toBe(200)
  })

  it('who left makes room for another at once', async () => {
    const { id, winner, people } = await closed(2)
    await post(id, 'draw')
    const gone = await winner()
    await app.database.deleteFrom('users').where('id', '=', gone.id).execute()
    const left = people.find((one) => one.id !== gone.id)!
    expect((await shown(id)).draws).toMatchObject([{ outcome: 'left' }])
    for (let tries = 0; ; tries++) {
      expect((await redraw(id)).status).toBe(200)
      const last = (await shown(id)).draws.at(-1)
      if (last.outcome === 'waiting') break
      expect(last.outcome).toBe('left')
      expect(tries).toBeLessThan(60)
    }
    expect((await answer(id, left, { accept: true })).status).toBe(200)
  })
})
