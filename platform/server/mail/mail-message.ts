import { escapeHtml } from '#platform/text/escape-html.ts'
export type MailMessage = {
  subject: string
  /** Paragraphs in plain text. */
  lines: string[]
  /** Lists of links after the paragraphs. */
  sections?: { title: string; items: { words: string; link: string }[] }[]
  button?: { words: string; link: string }
  /** Paragraphs in small print after the button. */
  small?: string[]
  /** Link that ends mails like this one. Mail programs show a button for it too. */
  unsubscribe?: { words: string; link: string }
}

const sectionHtml = ({ title, items }: NonNullable<MailMessage['sections']>[number]) =>
  `<h2 style="margin:24px 0 8px;font-size:19px">${escapeHtml(title)}</h2>
<ul style="margin:0 0 16px;padding-left:20px">
${items.map(({ words, link }) => `<li style="margin:0 0 6px"><a href="${escapeHtml(link)}" style="color:#c62f14">${escapeHtml(words)}</a></li>`).join('\n')}
</ul>`

/** Returns a mail as plain text and as HTML. */
export function renderMailMessage(
  { subject, lines, sections = [], button, small = [], unsubscribe }: MailMessage,
  origin: string,
) {
  const text = [
    ...lines,
    ...sections.map(({ title, items }) =>
      [title, ...items.map(({ words, link }) => `- ${words}\n  ${link}`)].join('\n'),
    ),
    ...(button ? [`${button.words}:\n${button.link}`] : []),
    ...small,
    ...(unsubscribe ? [`${unsubscribe.words}:\n${unsubscribe.link}`] : []),
    `Yolo\n${origin}`,
  ].join('\n\n')
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#fbf5ea;color:#241a14;font:17px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fffdf8;border-radius:20px">
${lines.map(paragraph).join('\n')}
${sections.map(sectionHtml).join('\n')}
${
  button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:12px 24px;border-radius:999px;background:#c62f14;color:#fffaf3;font-weight:600;text-decoration:none">${escapeHtml(button.words)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#685a4e">Or open this address:<br><a href="${escapeHtml(button.link)}" style="color:#c62f14;word-break:break-all">${escapeHtml(button.link)}</a></p>`
    : ''
}
${small.map((line) => `<p style="margin:0 0 12px;font-size:14px;color:#685a4e">${escapeHtml(line)}</p>`).join('\n')}
${unsubscribe ? `<p style="margin:0 0 12px;font-size:14px"><a href="${escapeHtml(unsubscribe.link)}" style="color:#c62f14">${escapeHtml(unsubscribe.words)}</a></p>` : ''}
</div>
<p style="max-width:560px;margin:16px auto 0;font-size:14px;color:#685a4e;text-align:center"><a href="${escapeHtml(origin)}" style="color:#685a4e">Yolo</a></p>
</body>
</html>
`
  return {
    subject,
    text: `${text}\n`,
    html,
    ...(button ? { link: button.link } : {}),
    ...(unsubscribe ? { unsubscribeLink: unsubscribe.link } : {}),
  }
}
