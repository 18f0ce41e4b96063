import { encodeQR } from 'qr'
import { centredLineSvg, type TextStyle, wrap } from '#features/sharing/lettering.server.ts'
import { escapeXml } from '#platform/text/xml.ts'
import type { sheetSizes } from './contract.ts'

type Size = (typeof sheetSizes)[number]

/** Width and height on paper in millimeters. */
const paper: Record<Size, [number, number]> = { A5: [148, 210], A6: [105, 148] }

/**
 * The drawing's size in units. Both sizes of paper have about its proportions; on A6 a unit is a tenth of a millimeter.
 */
const [width, height, edge] = [1050, 1485, 90]
const codeSize = 760
/** Width of the white border that the standard asks for, in modules of the code. */
const quietZone = 4

const ink = '#000'
const bold = (size: number): TextStyle => ({ size, weight: 800, fill: ink })
const plain = (size: number): TextStyle => ({ size, weight: 500, fill: ink })

const invitation = 'Scan and save your favorite here.'

/**
 * Returns a sheet with a restaurant's name, a QR code of the address, the address itself and an invitation, for
 * printing in black and white.
 */
export function tableSheetSvg({ name, address }: { name: string; address: string }, size: Size) {
  const [across, down] = paper[size]
  const room = width - 2 * edge
  // A long name is set smaller, and cut only if even that doesn't fit.
  const fits = (one: number) => wrap(name, bold(one), room, 3).join(' ') === name
  const font = [96, 78, 64].find(fits) ?? 64
  const title = wrap(name, bold(font), room, 3)
  const centred = (line: string, style: TextStyle, y: number, of = line) =>
    centredLineSvg(line, style, width / 2, y, of)
  const codeTop = 490
  const parts = [
    centred('Yolo', bold(64), 130),
    // The lines of a short name stand in the middle between the top and the code.
    ...title.map((line, index) =>
      centred(line, bold(font), 365 + (index - (title.length - 1) / 2) * font * 1.125, name),
    ),
    qrCode(address, (width - codeSize) / 2, codeTop),
    centred(invitation, plain(52), codeTop + codeSize + 60),
    centred(address.replace(/^https?:\/\//, ''), plain(32), height - edge + 12),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${across}mm" height="${down}mm" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeXml(name)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...parts,
    '</svg>',
  ].join('')
}

/** Returns the QR code of a text at a position. It can still be read if a quarter of it is damaged. */
function qrCode(text: string, x: number, y: number) {
  const rows = encodeQR(text, 'raw', { ecc: 'quartile', border: quietZone })
  // Each run of dark modules is one rectangle, so that no seams show between them in print.
  const dark = rows.flatMap((row, top) => {
    const modules = row.map((isDark) => (isDark ? 'x' : ' ')).join('')
    return [...modules.matchAll(/x+/g)].map(
      ({ 0: { length }, index }) => `M${index} ${top}h${length}v1h-${length}z`,
    )
  })
  const scale = codeSize / rows.length
  return `<path fill="${ink}" shape-rendering="crispEdges" transform="translate(${x} ${y}) scale(${scale.toFixed(4)})" d="${dark.join('')}"/>`
}
