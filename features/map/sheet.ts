import sheet from './map.css?url'

let coming: Promise<void> | undefined

/** The map's own sheet, beside the one of all pages: those without a map don't carry it. */
export function mapSheet(): Promise<void> {
  coming ??= new Promise((done, failed) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = sheet
    link.addEventListener('load', () => done())
    link.addEventListener('error', () => {
      coming = undefined
      link.remove()
      failed(new Error('The map’s sheet could not be loaded.'))
    })
    document.head.append(link)
  })
  return coming
}
