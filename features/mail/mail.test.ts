import { createServer } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { run } from '#features/operating/operating.testing.ts'
import { openLog } from '#platform/server/log.ts'
import { mailCounts, mailer } from '#platform/server/mail/mail.ts'
import { testApp } from '#platform/testing/app.ts'

type Received = { from: string; to: string[]; text: string }

const refusal = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode })

/**
 * Starts a mail server on loopback, which refuses as many mails as `state.refusals` says, and each reader with
 * `state.refusal`, if that is set.
 */
async function recorder() {
  const received: Received[] = []
  const state = { refusals: 0, refusal: '', refused: 0, held: Promise.resolve() }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) =>
      state.refusals-- > 0 ? done(refusal(451, 'come back later')) : done(),
    onRcptTo({ address }, _session, done) {
      if (!state.refusal) return done()
      state.refused += 1
      const [code, ...words] = state.refusal.split(' ')
      const text = `${words.join(' ')} <${address}>: Recipient address rejected`
      done(refusal(Number(code), text))
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', async () => {
        await state.held
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text,
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${port}`, received, state }
}

const smtp = await recorder()
const app = await testApp({ settings: { mailUrl: smtp.url } })
const join = (userName: string, email: string) =>
  app.post('/api/register', { userName, email, password: 'nine quick foxes' })
const outbox = async (...args: string[]) => (await run(app.services, 'jobs', ...args)).said

test('with MAIL_URL a mail goes out by SMTP, to one reader, in both forms', async () => {
  await join('Søren <b>', 'soren@example.org')
  await expect.poll(() => smtp.received.length).toBe(1)
  const [{ to, text, from } = { to: [], text: '', from: '' }] = smtp.received
  expect(to).toEqual(['soren@example.org'])
  expect(from).toBe('no-reply@yolo.test')
  expect(text).toMatch(/^Subject: Please verify your e-mail\r?$/m)
  // An unverified address might be a stranger's, so it must not receive anything that the member wrote.
  expect(text).not.toContain('Søren')
  expect(text).toContain('Content-Transfer-Encoding: 8bit')
  expect(text).toMatch(/^http:\/\/yolo\.test\/verification-success\?token=[\w-]{43}\r?$/m)
  expect(await app.mails()).toEqual([])
  const verified = { email_verified_at: new Date() }
  await app.database.updateTable('users').set(verified).where('email', '=', to[0]!).execute()
  await app.post('/api/forgot-password', { email: to[0] })
  await expect.poll(() => smtp.received.length).toBe(2)
  const { text: own } = smtp.received[1]!
  expect(own).toContain('Hello Søren <b>,')
  expect(own).toContain('Hello Søren &lt;b&gt;,')
})

test('a long line, which servers refuse or fold, is sent encoded', async () => {
  const post = mailer(app.services.settings, openLog('silent'))
  const before = smtp.received.length
  const text = `${'味'.repeat(400)}\nEnd`
  const html = '<p>Short</p>'
  await post.send({ kind: 'weekly', to: 'long@example.org', subject: 'Long', text, html })
  post.close()
  await expect.poll(() => smtp.received.length).toBe(before + 1)
  const mail = smtp.received.at(-1)!.text
  expect(Math.max(...mail.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThan(999)
  const [, encoded] = /base64\r\n\r\n([\w+/=\r\n]+?)\r\n--/.exec(mail) ?? []
  expect(Buffer.from(encoded ?? '', 'base64').toString()).toBe(text.replace('\n', '\r\n'))
  expect(mail).toContain(html)
})

test('S26 CR and LF reach no header', async () => {
  const post = mailer(app.services.settings, openLog('silent'))
  const before = smtp.received.length
  await post.send({
    kind: 'verify',
    to: 'victim@example.org',
    subject: 'Hello\r\nBcc: more@example.org\r\n\r\nbody',
    text: 'Text\n.\nQUIT',
    html: '<p>Text</p>',
  })
  post.close()
  await expect.poll(() => smtp.received.length).toBe(before + 1)
  const { to, text } = smtp.received.at(-1)!
  const head = text.slice(0, text.search(/\r?\n\r?\n/))
  expect(to).toEqual(['victim@example.org'])
  expect(head).not.toMatch(/^Bcc:/im)
  expect(head).toContain('Subject: Hello Bcc: more@example.org body')
  expect(text).toContain('QUIT')
})

test('F6 a server that refuses is asked again; meanwhile the operator sees what waits', async () => {
  smtp.state.refusals = 1
  const { status } = await join('Patient Pat', 'pat@example.org')
  expect(status).toBe(200)
  await expect.poll(() => outbox()).toMatch(/verify for member \d+ · waits .*tried 0 times.*451/s)
  const queue = await app.database
    .selectFrom('pgboss.queue' as never)
    .select(['retry_limit', 'retry_backoff'] as never)
    .where('name' as never, '=', 'mail' as never)
    .executeTakeFirst()
  expect(queue).toMatchObject({ retry_backoff: true })
  expect((queue as unknown as { retry_limit: number }).retry_limit).toBeGreaterThanOrEqual(5)
  expect(await outbox('--retry')).toContain('1 to be tried now.')
  await expect.poll(() => smtp.received.some(({ to }) => to.includes('pat@example.org'))).toBe(true)
  await expect.poll(() => outbox()).toBe('No job waits or has failed.')
})

test('S33 a refused address gets into no log and no job; F6 it is asked once if it is for good', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const post = mailer(app.services.settings, log)
  const send = (refusal: string) => {
    Object.assign(smtp.state, { refusal, refused: 0 })
    const mail = { kind: 'verify', to: 'very.private@example.org', subject: 'x' }
    return post.send({ ...mail, text: 'x', html: 'x' }).then(
      () => lines.splice(0).join(''),
      (error: Error) => error.message,
    )
  }
  const dropped = () => mailCounts.get('verify')?.dropped ?? 0
  const before = dropped()
  expect(await send('550 5.1.1')).toContain('answered 550 5.1.1 to RCPT TO')
  expect(dropped()).toBe(before + 1)
  const later = 'The mail server answered 450 4.2.1 to RCPT TO (EENVELOPE).'
  expect(await send('450 4.2.1')).toBe(later)
  // Servers answer so to what they don't want from us, whoever it is for.
  for (const ours of ['550', '550 5.1.8', '554 5.7.1'])
    expect(await send(ours)).toBe(`The mail server answered ${ours} to RCPT TO (EENVELOPE).`)
  expect(lines).toEqual([])
  post.close()
  const withAddress = () =>
    sql`select from pgboss.job where output::text like '%@%'`.execute(app.database)
  Object.assign(smtp.state, { refusal: '450 4.2.1', refused: 0 })
  await join('Refused for now', 'for.now@example.org')
  await expect.poll(() => outbox()).toContain(later)
  Object.assign(smtp.state, { refusal: '550 5.1.1', refused: 0 })
  await outbox('--retry')
  await expect.poll(() => outbox()).toBe('No job waits or has failed.')
  expect(smtp.state.refused).toBe(1)
  expect((await withAddress()).rows).toEqual([])
  smtp.state.refusal = ''
})

test('F6 of mails that go slowly two are taken at a time, since a crash would hold up those that are', async () => {
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  smtp.state.held = held
  const before = smtp.received.length
  const members: { id: number }[] = []
  for (let last = 1; last <= 5; last += 1) members.push(await app.member({ verified: false }))
  await app.database.transaction().execute(async (tx) => {
    for (const { id: userId } of members)
      await app.services.jobs.send('mail', { kind: 'verify', userId }, tx)
  })
  const taken = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from pgboss.job where name = 'mail' and state in ('created', 'active') order by state`.execute(
      app.database,
    )
    return rows.map(({ state }) => state)
  }
  // The states are sorted as PgBoss declares them.
  await expect.poll(taken).toEqual(['created', 'created', 'created', 'active', 'active'])
  goOn()
  await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(before + 5)
})

test('F6 a mail exists only if what it tells of was committed', async () => {
  const before = await outbox()
  await app.database
    .transaction()
    .execute(async (tx) => {
      const member = await app.member({ verified: false })
      await app.services.jobs.send('mail', { kind: 'verify', userId: member.id }, tx)
      throw new Error('undone')
    })
    .catch(() => {})
  expect(await outbox()).toBe(before)
})

test('F6 a silent mail server doesn’t hold up those who join', { tags: 'long' }, async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const post = mailer(
    { ...app.services.settings, mailUrl: `smtp://127.0.0.1:${port}` },
    openLog('silent'),
  )
  const sent = post
    .send({ kind: 'verify', to: 'a@example.org', subject: 'x', text: 'x', html: 'x' })
    .then(
      () => 'sent',
      () => 'gave up',
    )
  expect(await sent).toBe('gave up')
  post.close()
  silent.close()
})

test('F6 a mail server that takes its time gets each mail once', { tags: 'long' }, async () => {
  let mails = 0
  const slow = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => setTimeout(done, 6_000),
    onData(stream, _session, done) {
      mails += 1
      stream.on('end', () => setTimeout(done, 25_000)).resume()
    },
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const { port } = slow.server.address() as { port: number }
  const post = mailer(
    { ...app.services.settings, mailUrl: `smtp://127.0.0.1:${port}` },
    openLog('silent'),
  )
  await post.send({ kind: 'verify', to: 'a@example.org', subject: 'x', text: 'x', html: 'x' })
  expect(mails).toBe(1)
  post.close()
  slow.close()
})
