import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const project = dirname(dirname(fileURLToPath(import.meta.url)))
