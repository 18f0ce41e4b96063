import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test.skipIf(!existsSync('/usr/bin/apt-get'))(
  'while another apt-get holds the lock of the lists, it is waited for, and told why',
  async () => {
    // A package source that doesn't respond at first, so that the first apt-get waits while it has the lock.
    const held: ServerResponse[] = []
    let open = false
    const source = createServer((_, answer) => {
      if (open) answer.writeHead(404).end()
      else held.push(answer)
    }).listen(0, '127.0.0.1')
    await once(source, 'listening')
    const { port } = source.address() as AddressInfo
    const folder = mkdtempSync(join(tmpdir(), 'yolo-apt-'))
    for (const part of ['lists/partial', 'cache/archives/partial', 'parts'])
      mkdirSync(join(folder, part), { recursive: true })
    const list = join(folder, 'sources.list')
    writeFileSync(list, `deb [trusted=yes] http://127.0.0.1:${port} stable main\n`)
    const options = {
      'Dir::State::Lists': join(folder, 'lists'),
      'Dir::Cache': join(folder, 'cache'),
      'Dir::Etc::sourcelist': list,
      'Dir::Etc::sourceparts': join(folder, 'parts'),
      'Acquire::http::Proxy': 'DIRECT',
      'Acquire::Retries': '0',
      'APT::Sandbox::User': '',
      'APT::Update::Post-Invoke-Success': '',
    }
    const args = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
    const first = spawn('apt-get', [...args, 'update'], { stdio: 'ignore' })
    onTestFinished(() => void first.kill())
    const firstEnds = once(first, 'exit')
    await expect.poll(() => held.length).toBeGreaterThan(0)

    const program = `import { apt } from './bootstrap/apt.mjs'; console.log('went', apt(...process.argv.slice(1)))`
    const second = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      program,
      '--',
      ...args,
      'update',
    ])
    onTestFinished(() => void second.kill())
    let output = ''
    for (const stream of [second.stdout, second.stderr])
      stream.on('data', (part) => (output += part))
    const secondEnds = once(second, 'exit')
    await expect
      .poll(() => output)
      .toMatch(/Waiting for another apt-get to end\. E: Could not get lock/)
    expect(output).not.toContain('went')
    open = true
    for (const answer of held) answer.writeHead(404).end()
    await firstEnds
    await secondEnds
    expect(output).toContain('went')
    expect(output.match(/Waiting/g)).toHaveLength(1)
    // The second apt-get got far enough to send a request to the source.
    expect(output).toContain('404')
    source.close()
    rmSync(folder, { recursive: true, force: true })
  },
)
