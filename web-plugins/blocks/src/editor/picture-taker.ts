// Who can photograph the scene: the 3D view, while it is open.
import { createContext, useContext } from 'react'
import type { PictureTaker } from './EditorView3d'

const TakerContext = createContext<PictureTaker | null>(null)
export const PictureTakerProvider = TakerContext.Provider
export const usePictureTaker = () => useContext(TakerContext)
