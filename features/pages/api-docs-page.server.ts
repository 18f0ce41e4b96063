import type { openapi } from '#platform/server/http/openapi.ts'

type Described = ReturnType<typeof openapi>
type Parameter = { name: string; in: string; required: boolean; schema: unknown }
type Operation = {
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>
}

const escape = (text: unknown): string =>
  String(text).replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

const block = (title: string, value: unknown) =>
  `<details><summary>${escape(title)}</summary><pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre></details>`

function operation(method: string, path: string, call: Operation): string {
  const parameters = (call.parameters ?? [])
    .map(
      ({ name, in: where, required }) =>
        `<li><code>${escape(name)}</code> in the ${where}${required ? ', required' : ''}</li>`,
    )
    .join('')
  const errors = Object.entries(call.responses)
    .filter(([status]) => status !== '200')
    .map(
      ([status, { description }]) =>
        `<li><strong>${status}</strong> ${escape(description).replace(/`([^`]+)`/g, '<code>$1</code>')}</li>`,
    )
    .join('')
  const good = Object.entries(call.responses['200']!.content)
  return `<article id="${method}-${escape(path)}">
<h2><b class="${method}">${method.toUpperCase()}</b> <code>/api${escape(path)}</code></h2>
<p>${escape(call.summary)}. ${escape(call.description)}</p>
${parameters ? `<ul>${parameters}</ul>` : ''}
${
  call.requestBody
    ? Object.entries(call.requestBody.content)
        .map(([type, { schema }]) => block(`Body (${type})`, schema))
        .join('')
    : ''
}
${block(`Answer (${good.map(([type]) => type).join(', ')})`, good[0]![1].schema)}
<details><summary>Errors</summary><ul>${errors}</ul></details>
</article>`
}

/** Returns the API's description as a page of plain HTML without scripts. */
export function docsPage(described: Described): string {
  const all = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call: call as Operation })),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The calls · Yolo</title>
<link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>The calls</h1><p>${escape(described.info.description)} Errors are <code>{ error, message }</code>, with <code>fields</code> where input can’t be used.
Machine-readable: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Calls"><ul>${all.map(({ path, method }) => `<li><a href="#${method}-${escape(path)}">${method.toUpperCase()} ${escape(path)}</a></li>`).join('')}</ul></nav>
${all.map(({ path, method, call }) => operation(method, path, call)).join('\n')}
</main></body></html>`
}

export const docsStyle = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;background:light-dark(#fdf8f1,#171310);color:light-dark(#211a15,#f3ebe2)}
main{max-width:72ch;margin:0 auto;padding:2rem 1rem}
nav ul{columns:2 18rem;padding:0;list-style:none}
article{border-top:1px solid light-dark(#e4d8c9,#3a312a);padding:1rem 0}
h2{font-size:1.1rem;margin:0}h2 b{font:600 .8rem/1 ui-monospace,monospace;padding:.25rem .5rem;border-radius:.3rem;background:light-dark(#efe3d3,#332a23)}
code,pre{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}
pre{overflow:auto;padding:1rem;border-radius:.5rem;background:light-dark(#f5ebdd,#211b16)}
a{color:light-dark(#a8280f,#ff9d85)}summary{cursor:pointer;min-height:1.6rem}`
