// three.js is built from its modules, so that the parts that only VRM files need are in the chunks of those.
import { createRequire } from 'node:module'
import path from 'node:path'
import { plugin } from '@witverse/sdk/rspack'

const config = plugin({ root: import.meta.dirname, id: 'blocks', withShell: true })
const three = path.dirname(createRequire(import.meta.url).resolve('three'))
config.resolve.alias = { ...config.resolve.alias, three$: path.join(three, '../src/Three.js') }
config.module.rules.push({ test: /\.glsl\.js$/, use: [path.join(import.meta.dirname, 'glsl-loader.cjs')] })
config.module.rules.push({
  test: /three[\\/]src[\\/]renderers[\\/](webxr[\\/]WebXRManager|webgl[\\/]WebGL(ShadowMap|Environments|Output))\.js$/,
  use: [path.join(import.meta.dirname, 'three-absent-loader.cjs')],
})
config.optimization.splitChunks.cacheGroups = {
  defaultVendors: false,
  vrm: {
    test: /[\\/](@pixiv[\\/]three-vrm|GLTFLoader|BufferGeometryUtils|SkeletonUtils)/,
    name: 'page-vrm-parts',
    enforce: true,
  },
}

export default config
