import { sql } from 'kysely'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { openLog } from '#platform/server/log.ts'
import { mailer } from '#platform/server/mail/mail.ts'
import { testApp } from '#platform/testing/app.ts'
import { sendMail } from './send.server.ts'

type Received = { from: string; to: string[]; host: string; text: string }

const refusal = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode })

/**
 * Starts a mail server on loopback, which refuses as many mails as `state.refusals` says, and each reader with
 * `state.refusal`, if that is set.
 */
async function recorder() {
  const received: Received[] = []
  const state = { refusals: 0, refusal: '', refused: 0 }
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
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          host: session.hostNameAppearsAs,
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
const waiting = async () => {
  const { rows } = await sql<{ state: string; output: string | null }>`
    select state, output::text from pgboss.job where name = 'mail' and state < 'completed'`.execute(
    app.database,
  )
  return rows
}
/** Has the mails that wait for another try sent now. */
const retry = () =>
  sql`update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'`.execute(
    app.database,
  )

test('with MAIL_URL a mail goes out by SMTP, to one reader, in both forms', async () => {
  await join('Søren <b>', 'soren@example.org')
  await expect.poll(() => smtp.received.length).toBe(1)
  const { to, text, from, host } = smtp.received[0]!
  expect(host).toBe('yolo.test')
  expect(to).toEqual(['soren@example.org'])
  expect(from).toBe('hello@yolo.test')
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

test('F6 a server that refuses is asked again', async () => {
  smtp.state.refusals = 1
  const { status } = await join('Patient Pat', 'pat@example.org')
  expect(status).toBe(200)
  await expect
    .poll(waiting)
    .toEqual([{ state: 'retry', output: expect.stringContaining('answered 451') }])
  await retry()
  await expect.poll(() => smtp.received.some(({ to }) => to.includes('pat@example.org'))).toBe(true)
  await expect.poll(waiting).toEqual([])
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
  expect(await send('550 5.1.1')).toContain('answered 550 5.1.1 to RCPT TO')
  const later = 'The mail server answered 450 4.2.1 to RCPT TO (EENVELOPE).'
  expect(await send('450 4.2.1')).toBe(later)
  // Servers answer so to what they don't want from us, no matter who it is for.
  for (const ours of ['550', '550 5.1.8', '554 5.7.1'])
    expect(await send(ours)).toBe(`The mail server answered ${ours} to RCPT TO (EENVELOPE).`)
  expect(lines).toEqual([])
  post.close()
  const withAddress = () =>
    sql`select from pgboss.job where output::text like '%@%'`.execute(app.database)
  Object.assign(smtp.state, { refusal: '450 4.2.1', refused: 0 })
  await join('Refused for now', 'for.now@example.org')
  await expect.poll(async () => (await waiting())[0]?.output ?? '').toContain(later)
  Object.assign(smtp.state, { refusal: '550 5.1.1', refused: 0 })
  await retry()
  await expect.poll(waiting).toEqual([])
  expect(smtp.state.refused).toBe(1)
  expect((await withAddress()).rows).toEqual([])
  smtp.state.refusal = ''
})

test('F6 a mail exists only if what it tells of was committed', async () => {
  await app.database
    .transaction()
    .execute(async (tx) => {
      const member = await app.member({ verified: false })
      await app.services.jobs.send('mail', { kind: 'verify', userId: member.id }, tx)
      throw new Error('undone')
    })
    .catch(() => {})
  expect(await waiting()).toEqual([])
})

test('mails that anyone can cause are limited per recipient and per address of who asks', async () => {
  const limited = await testApp({
    sharing: app,
    rateLimits: true,
    settings: { mailUrl: smtp.url },
  })
  await join('Pestered', 'pestered@example.org')
  await expect.poll(waiting).toEqual([])
  const sent = () => smtp.received.filter(({ to }) => to.includes('pestered@example.org')).length
  const before = sent()
  const owner = await app.database
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'pestered@example.org')
    .executeTakeFirstOrThrow()
  for (let n = 0; n < 12; n++)
    await sendMail(limited.services, {
      kind: 'register-attempt',
      userId: owner.id,
      ip: '192.0.2.1',
    })
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([])
  expect(sent() - before).toBe(10)
  await limited.close()
})
