import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drawsText, findBrowser } from '../../bootstrap/browser.mjs'

// The package's binaries only run on this platform.
const runsHere = process.platform === 'linux' && process.arch === 'x64'

test.skipIf(!runsHere)(
  'without Chromium and root the npm package’s browser draws text; one without fonts is found out',
  { tags: 'long', timeout: 180_000 },
  async () => {
    vi.stubEnv('BROWSER_FROM_PACKAGE', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { path, from } = await findBrowser()
    expect(from).toContain('@sparticuz/chromium')
    expect(await drawsText(path)).toBe(true)

    const folder = mkdtempSync(join(tmpdir(), 'yolo-no-fonts-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'fonts.conf'), '<fontconfig><dir>/nowhere</dir></fontconfig>')
    const bare = join(folder, 'run')
    const fonts = /FONTCONFIG_PATH='(?:[^']|'\\'')*'/
    writeFileSync(bare, readFileSync(path, 'utf8').replace(fonts, `FONTCONFIG_PATH='${folder}'`))
    chmodSync(bare, 0o755)
    expect(await drawsText(bare)).toBe(false)
  },
)
