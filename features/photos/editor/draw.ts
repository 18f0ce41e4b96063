export type Area = { x: number; y: number; width: number; height: number }

/** Longest side of the picture that is sent, in px. The site shows no larger one. */
const longest = 1280

/**
 * Decodes a photo, turned upright as its camera says. The picture's `src` is an object URL, which the caller revokes.
 * Throws if the browser can't read it.
 */
export async function readPicture(file: Blob): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await picture.decode()
    return picture
  } catch (error) {
    URL.revokeObjectURL(picture.src)
    throw error
  }
}

/** Returns the area of the picture, or the whole file if this browser can't draw: the server re-encodes it anyway. */
export const pictureToSend = (
  { picture, file }: { picture: HTMLImageElement; file: Blob },
  area: Area,
  degrees: number,
): Promise<Blob> | Blob => (drawsTruly() ? drawJpeg(picture, area, degrees) : file)

/** Returns whether this browser reads back what it draws. Some add noise, so that sites don't recognize the device. */
function drawsTruly(): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 16
  const pen = canvas.getContext('2d')
  if (!pen) return false
  pen.fillStyle = '#369'
  pen.fillRect(0, 0, 16, 16)
  const { data } = pen.getImageData(0, 0, 16, 16)
  return data.every((value, index) => value === [0x33, 0x66, 0x99, 0xff][index % 4])
}

/**
 * Draws an area of the picture as a JPEG. The area is in px of the picture turned by `degrees`. Nothing else of the file
 * leaves the device, such as where the photo was taken.
 */
async function drawJpeg(picture: HTMLImageElement, area: Area, degrees: number): Promise<Blob> {
  const { naturalWidth: wide, naturalHeight: high } = picture
  const [across, down] = degrees % 180 === 0 ? [wide, high] : [high, wide]
  const scale = Math.min(1, longest / Math.max(area.width, area.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser can’t draw.')
  // Transparent parts of a PNG would otherwise become black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.scale(scale, scale)
  pen.translate(across / 2 - area.x, down / 2 - area.y)
  pen.rotate((degrees * Math.PI) / 180)
  pen.drawImage(picture, -wide / 2, -high / 2)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The photo could not be drawn.'))),
      'image/jpeg',
      0.88,
    )
  })
}
