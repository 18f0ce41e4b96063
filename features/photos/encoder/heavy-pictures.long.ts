import { uploadHeavyPictures } from './heavy-pictures.testing.ts'

await uploadHeavyPictures({ all: true })
