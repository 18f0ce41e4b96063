// `npm run bench`: loads the demo's site beside a constant server with as many bytes, in turn. Machines are noisy, so
// compare the ratios.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { openSite } from '../e2e/site/site.mjs'

const near = 'latitude=44.98&longitude=-93.27'
const requests: Record<string, () => string> = {
  'listing, the same': () => `/api/yolos?category=3&${near}`,
  'listing, ever new': () =>
    `/api/yolos?category=3&latitude=${44.9 + Math.random() / 5}&longitude=-93.27`,
  'page of a category': () => '/burgers/minneapolis-mn-us',
  search: () =>
    `/api/search?q=${['burger', 'noodles', 'pizza', 'latte'][Math.floor(Math.random() * 4)]}&${near}`,
}
const seconds = Number(process.argv[2] ?? 3)
const rounds = 3

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

async function load(origin: string, path: () => string) {
  const result = await autocannon({
    url: origin,
    connections: 8,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${path()}: some requests failed.`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

const site = await openSite()
const constant = fork(new URL('constant.ts', import.meta.url))
try {
  const [{ port }] = (await once(constant, 'message')) as [{ port: number }]
  const control = `http://127.0.0.1:${port}`
  for (const [name, path] of Object.entries(requests)) {
    const bytes = (await (await fetch(site.origin + path())).arrayBuffer()).byteLength
    constant.send({ bytes })
    await once(constant, 'message')
    const runs: { ours: Awaited<ReturnType<typeof load>>; ratio: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const ours = await load(site.origin, path)
      const theirs = await load(control, () => '/')
      runs.push({ ours, ratio: ours.perSecond / theirs.perSecond })
    }
    const rate = median(runs.map(({ ours }) => ours.perSecond))
    const p99 = median(runs.map(({ ours }) => ours.p99))
    const ratio = median(runs.map((run) => run.ratio))
    console.log(
      `${name.padEnd(20)} ${bytes} bytes  ${rate.toFixed(0)}/s  p99 ${p99} ms  ratio ${ratio.toFixed(3)}`,
    )
  }
} finally {
  constant.kill()
  await site.stop()
}
