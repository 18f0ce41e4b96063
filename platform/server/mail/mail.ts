import { link, mkdir, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'

export type Mail = {
  /** Kind of mail ('verify', 'reset' …), which is part of the file name if mails are written to files. */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** Link that the reader should open. It is printed to the console if mails are written to files. */
  link?: string
  /** URL to which mail programs send a POST to end mails like this one (RFC 8058). */
  unsubscribeLink?: string
}

export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

/** Sends mails by SMTP if MAIL_URL is set, otherwise writes them to files in the state directory. */
export const mailer = (settings: Settings, log: Logger): Mailer =>
  settings.mailUrl ? bySmtp(settings.mailUrl, settings.mailFrom) : asFiles(settings, log)

function bySmtp(url: string, from: string): Mailer {
  // A slow or silent server times out and the mail is retried later (docs/safety.md, F6).
  const patience = { connectionTimeout: 10_000, greetingTimeout: 5_000, socketTimeout: 20_000 }
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...patience })
  return {
    async send(mail) {
      await transport.sendMail(message(mail, from))
    },
    close: () => transport.close(),
  }
}

function asFiles({ stateDir, mailFrom }: Settings, log: Logger): Mailer {
  const folder = join(stateDir, 'mail')
  return {
    async send(mail) {
      const raw = await new MailComposer(message(mail, mailFrom)).compile().build()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = await place(folder, mail.kind, raw)
      // The link goes to the console and not to the log, because a log must never contain a token
      // (docs/safety.md, S33).
      if (mail.link && log.isLevelEnabled('info'))
        console.log(`Mail to ${mail.to} (${name}): ${mail.link}`)
    },
    close: () => {},
  }
}

/** Writes the file completely or not at all, under a unique name that it returns. */
async function place(folder: string, kind: string, raw: Buffer): Promise<string> {
  const unfinished = join(folder, `.${crypto.randomUUID()}`)
  await writeFile(unfinished, raw, { mode: 0o600, flush: true })
  try {
    for (let at = Date.now(); ; at++) {
      const name = `${new Date(at).toISOString().replace(/[:.]/g, '-')}-${kind}.eml`
      try {
        await link(unfinished, join(folder, name))
        return name
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    }
  } finally {
    await unlink(unfinished)
  }
}

function message({ to, subject, text, html, unsubscribeLink }: Mail, from: string) {
  return {
    from,
    // Nodemailer doesn't parse an address given as an object, so the text can't add a second address.
    to: { name: '', address: oneLine(to) },
    subject: oneLine(subject),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeLink && {
        'List-Unsubscribe': `<${unsubscribeLink}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    alternatives: [part('text/plain', text), part('text/html', html)],
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

/** Returns a MIME part without quoted-printable encoding, so that a link stays on one line in the file. */
function part(type: string, content: string) {
  const lines = content.replaceAll(/\r?\n/g, '\r\n')
  const encoding = /^\p{ASCII}*$/u.test(lines) ? '7bit' : '8bit'
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}`
  return { contentType: type, raw: `${head}\r\n\r\n${lines}` }
}
