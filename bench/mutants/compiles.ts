import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectFiles } from '../../bootstrap/files.mjs'
import { typeCheck } from '../../bootstrap/static-checks.mjs'
import { project } from '../../bootstrap/project.mjs'

// Unused names and unreachable code come with many changes and say nothing about their types.
const options = '--noEmit --pretty false --noUnusedLocals false --noUnusedParameters false'
const lenient = [...options.split(' '), '--allowUnreachableCode', 'true']

/**
 * Returns those mutants whose file still has correct types. The compiler reports the others, so no test has to. All are
 * compiled at once, in a copy of the project in which each mutant is a file of its own.
 */
export async function thatCompile<T extends { file: string; text: string }>(mutants: T[]) {
  const folder = await mkdtemp(join(tmpdir(), 'yolo-mutants-'))
  try {
    const needed =
      /^(app|domain|features|platform)\/.*\.(tsx?|json)$|^(package|tsconfig)\.json$|\.d\.m?ts$/
    for (const file of projectFiles())
      if (needed.test(file) && !file.endsWith('.test.ts')) {
        await mkdir(join(folder, dirname(file)), { recursive: true })
        await copyFile(join(project, file), join(folder, file))
      }
    await symlink(join(project, 'node_modules'), join(folder, 'node_modules'))
    for (const [index, { file, text }] of mutants.entries())
      await writeFile(join(folder, file.replace(/\.ts$/, `.mutant${index}.ts`)), text)
    const reported = await compile(folder)
    const wrong = new Set(
      Array.from(reported.matchAll(/\.mutant(\d+)\.ts\(/g), ([, index]) => Number(index)),
    )
    return new Set(mutants.filter((_, index) => !wrong.has(index)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function compile(folder: string) {
  return new Promise<string>((resolve) => {
    execFile(
      typeCheck.program,
      ['-p', '.', ...lenient],
      { cwd: folder, maxBuffer: 256 * 1024 * 1024 },
      (_error, stdout) => resolve(stdout),
    )
  })
}
