// What the scripts in `art/` need of the room: the kinds, and where people can walk.
export { inScene, World } from '../room/collision'
export { KINDS } from '../room/kinds'
export { findPath, WalkGrid } from '../room/path'
export { parseScene } from '../room/scene'
