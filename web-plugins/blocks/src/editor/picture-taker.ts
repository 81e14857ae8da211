// The function that takes a picture of the scene; the 3D view provides it while it is open.
import { createContext, useContext } from 'react'
import type { PictureTaker } from './EditorView3d'

const TakerContext = createContext<PictureTaker | null>(null)
export const PictureTakerProvider = TakerContext.Provider
export const usePictureTaker = () => useContext(TakerContext)
