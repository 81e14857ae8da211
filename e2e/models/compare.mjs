// Models that programs have made, as the kernel converts them, beside the same files as three.js reads them.
// `node e2e/models/compare.mjs FOLDER`: FOLDER has the packages of `package.json`. Each model is tried as it is, quantised,
// compressed by two programs, with sparse values, with the materials of older exports, and with glass. For each a pair of
// pictures is left in `target/models`, ours on the right. Prints a line for each and, last, `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'

const root = fileURLToPath(new URL('../..', import.meta.url))
const corpus = path.resolve(process.argv[2] ?? path.join(root, 'target/xtask/models'))
const program = process.env.KERNEL_BIN ?? path.join(root, 'target/debug/witverse')
const output = path.join(root, 'target/models')
const say = (line) => process.stdout.write(`${line}\n`)

const require = createRequire(path.join(corpus, 'package.json'))
const load = (name) => import(pathToFileURL(require.resolve(name)).href)
const { NodeIO } = await load('@gltf-transform/core')
const extensions = await load('@gltf-transform/extensions')
const functions = await load('@gltf-transform/functions')
const { MeshoptDecoder, MeshoptEncoder } = await load('meshoptimizer')
await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready])

/** Shares of the pixels that both draw, and the mean difference of a colour there, of 255. */
const [SHAPE_LEAST, COLOUR_MOST] = [0.97, 14]
const PROFILES = path.join(corpus, 'node_modules/@webxr-input-profiles/assets/dist/profiles')
/** Skinned hands, and controllers with and without textures. */
const MODELS = [
  ...['generic-hand/left', 'pico-neo2/left', 'logitech-mx-ink/none', 'oculus-touch-v3/left'],
  ...['generic-trigger/none', 'samsung-galaxyxr/right', 'valve-index/left', 'htc-vive-focus/none'],
]

const io = new NodeIO()
  .registerExtensions(extensions.ALL_EXTENSIONS)
  .registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'meshopt.encoder': MeshoptEncoder })

/** Each makes a file of another form from a document. */
const VARIANTS = {
  quantised: (document) => document.transform(functions.quantize()),
  compressed: (document) => document.transform(functions.meshopt({ encoder: MeshoptEncoder })),
  sparse: (document) => document.transform(functions.sparse({ ratio: 1 })),
  flat: (document) => {
    for (const part of parts(document)) part.setAttribute('NORMAL', null)
  },
  older: (document) => {
    const extension = document.createExtension(extensions.KHRMaterialsPBRSpecularGlossiness).setRequired(true)
    for (const material of document.getRoot().listMaterials()) {
      const surface = extension.createPBRSpecularGlossiness()
      surface
        .setDiffuseFactor(material.getBaseColorFactor())
        .setDiffuseTexture(material.getBaseColorTexture())
      material.setBaseColorTexture(null).setBaseColorFactor([1, 1, 1, 1])
      material.setExtension('KHR_materials_pbrSpecularGlossiness', surface)
    }
  },
  glass: (document) => {
    for (const material of document.getRoot().listMaterials()) material.setAlphaMode('BLEND').setAlpha(0.4)
  },
  moved: (document) => {
    for (const scene of document.getRoot().listScenes()) {
      const node = document.createNode().setTranslation([250, -40, 100]).setScale([-3, 4, 5])
      for (const child of scene.listChildren()) node.addChild(child)
      scene.addChild(node)
    }
  },
}
const parts = (document) =>
  document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())

/** As gltfpack compresses it. */
function packed(file) {
  const [from, to] = ['in.glb', 'out.glb'].map((name) => path.join(output, name))
  writeFileSync(from, file)
  const cli = path.join(corpus, 'node_modules/gltfpack/cli.js')
  const made = spawnSync('node', [cli, '-i', from, '-o', to, '-c'])
  if (made.status !== 0) throw new Error(`gltfpack: ${made.stderr}`)
  return readFileSync(to)
}

/** The variants that the kernel makes, by their names; a text with the reason if it refuses the file. */
function converted(file) {
  const made = spawnSync(program, ['process-image'], {
    ...{ input: file, env: { MIMALLOC_ARENA_RESERVE: '0' }, maxBuffer: 1 << 28 },
  })
  const end = made.stdout.indexOf(10)
  if (end < 0) return `the process has ended: ${made.stderr}`
  const { model, ...others } = JSON.parse(made.stdout.subarray(0, end).toString())
  if (!model) return JSON.stringify(others)
  let at = end + 1
  const files = new Map()
  for (const { name, bytes } of model.variants) {
    files.set(name, made.stdout.subarray(at, at + bytes))
    at += bytes
  }
  return files
}

/** Draws a file from three sides, fitted into the picture, with its colours only. */
const PAGE = `<!doctype html><script type="importmap">{"imports":{"three":"/three/build/three.module.js"}}</script>
<script type="module">
import * as THREE from 'three'
import { GLTFLoader } from '/three/examples/jsm/loaders/GLTFLoader.js'
import { MeshoptDecoder } from '/three/examples/jsm/libs/meshopt_decoder.module.js'
const SIDE = 192
const renderer = new THREE.WebGLRenderer({ alpha: true, preserveDrawingBuffer: true })
renderer.setSize(SIDE * 3, SIDE)
renderer.setScissorTest(true)
document.body.append(renderer.domElement)
function plain({ color, map, opacity, transparent, alphaTest, vertexColors }, older) {
  return new THREE.MeshBasicMaterial({
    color: older?.color ?? color, map: older?.map ?? map, opacity: older?.opacity ?? opacity,
    transparent, alphaTest, vertexColors, side: THREE.DoubleSide, depthWrite: !transparent,
  })
}
// three.js no longer reads these materials: colour and texture as their specification says.
const older = (parser) => async (material) => {
  const at = parser.associations.get(material)?.materials
  const surface = parser.json.materials?.[at]?.extensions?.KHR_materials_pbrSpecularGlossiness
  if (!surface) return null
  const [r, g, b, opacity] = surface.diffuseFactor ?? [1, 1, 1, 1]
  const map = surface.diffuseTexture ? await parser.getDependency('texture', surface.diffuseTexture.index) : null
  if (map) map.colorSpace = THREE.SRGBColorSpace
  return { color: new THREE.Color(r, g, b), map, opacity }
}
window.draw = async (url) => {
  const { scene, parser } = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).loadAsync(url)
  scene.updateMatrixWorld(true)
  const meshes = []
  scene.traverse((object) => object.isMesh && meshes.push(object))
  const box = new THREE.Box3()
  // At rest, with all vertices in the place that they have in the scene: far from the origin the picture would shake.
  for (const mesh of meshes) {
    const position = mesh.geometry.getAttribute('position')
    const places = new Float64Array(position.count * 3)
    const place = new THREE.Vector3()
    for (let at = 0; at < position.count; at++) {
      mesh.getVertexPosition(at, place).applyMatrix4(mesh.matrixWorld).toArray(places, at * 3)
    }
    mesh.places = places
    const used = mesh.geometry.index?.array ?? Array.from({ length: position.count }, (_, at) => at)
    for (const at of used) box.expandByPoint(place.fromArray(places, at * 3))
  }
  const [centre, size] = [box.getCenter(new THREE.Vector3()), box.getSize(new THREE.Vector3())]
  const still = new THREE.Scene()
  for (const mesh of meshes) {
    const geometry = mesh.geometry.clone()
    for (const name of ['skinIndex', 'skinWeight']) geometry.deleteAttribute(name)
    geometry.morphAttributes = {}
    const moved = Float32Array.from(mesh.places, (value, at) => value - centre.getComponent(at % 3))
    geometry.setAttribute('position', new THREE.BufferAttribute(moved, 3))
    still.add(new THREE.Mesh(geometry, plain(mesh.material, await older(parser)(mesh.material))))
  }
  const half = size.length() / 2
  const camera = new THREE.OrthographicCamera(-half, half, half, -half, 0, half * 4)
  ;[[0, 0, 1], [1, 0.6, 0.4], [-0.5, 1, -0.7]].forEach((from, at) => {
    camera.position.set(...from).normalize().multiplyScalar(half * 2)
    camera.lookAt(0, 0, 0)
    renderer.setViewport(at * SIDE, 0, SIDE, SIDE)
    renderer.setScissor(at * SIDE, 0, SIDE, SIDE)
    renderer.render(still, camera)
  })
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE * 3, height: SIDE })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context.drawImage(renderer.domElement, 0, 0)
  return { pixels: context.getImageData(0, 0, SIDE * 3, SIDE).data, canvas, size: size.toArray() }
}
window.compare = async () => {
  const [theirs, ours] = [await draw('/theirs.glb'), await draw('/ours/level0.glb')]
  let [both, either, difference] = [0, 0, 0]
  for (let at = 0; at < theirs.pixels.length; at += 4) {
    const [a, b] = [theirs.pixels, ours.pixels].map((pixels) => pixels[at + 3] > 20)
    if (a || b) either++
    if (!a || !b) continue
    both++
    for (let one = 0; one < 4; one++) difference += Math.abs(theirs.pixels[at + one] - ours.pixels[at + one]) / 4
  }
  const pair = Object.assign(document.createElement('canvas'), { width: SIDE * 6, height: SIDE })
  const context = pair.getContext('2d')
  context.drawImage(theirs.canvas, 0, 0)
  context.drawImage(ours.canvas, SIDE * 3, 0)
  return {
    ...{ shape: either ? both / either : 0, colour: both ? difference / both : 255 },
    ...{ sizes: [theirs.size, ours.size], picture: pair.toDataURL('image/png').split(',')[1] },
  }
}
</script>`

const files = new Map()
const server = http.createServer((request, response) => {
  const name = new URL(request.url, 'http://localhost').pathname
  const type = name.endsWith('.js')
    ? 'text/javascript'
    : name === '/'
      ? 'text/html'
      : 'application/octet-stream'
  const content = name.startsWith('/three/')
    ? readFileSync(path.join(root, 'node_modules', path.normalize(name)))
    : files.get(name)
  response.writeHead(content ? 200 : 404, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(content)
})
server.listen(0, '127.0.0.1')
files.set('/', PAGE)
mkdirSync(output, { recursive: true })

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
})
const counts = { passed: 0, failed: 0 }
for (const model of MODELS.filter((name) => hasFile(name))) {
  const original = readFileSync(path.join(PROFILES, `${model}.glb`))
  for (const variant of ['original', 'packed', ...Object.keys(VARIANTS)]) {
    const problem = await tried(model, variant, original).catch((error) => String(error))
    counts[problem ? 'failed' : 'passed']++
    if (problem) say(`FAILED ${model} ${variant}: ${problem}`)
  }
}
await browser.close()
server.close()
say(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed || !counts.passed ? 1 : 0

function hasFile(name) {
  const folder = path.join(PROFILES, path.dirname(name))
  return readdirSync(folder).includes(`${path.basename(name)}.glb`)
}

/** What is wrong; null if both pictures are alike. */
async function tried(model, variant, original) {
  let file = variant === 'packed' ? packed(original) : original
  if (VARIANTS[variant]) {
    const document = await io.readBinary(original)
    await VARIANTS[variant](document)
    file = Buffer.from(await io.writeBinary(document))
  }
  const ours = converted(file)
  if (typeof ours === 'string') return ours
  for (const name of files.keys()) if (name !== '/') files.delete(name)
  files.set('/theirs.glb', file)
  for (const [name, bytes] of ours) files.set(`/ours/${name}`, bytes)
  const page = await browser.newPage()
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`)
    await page.waitForFunction(() => 'compare' in window)
    const { shape, colour, sizes, picture } = await page.evaluate(() => window.compare())
    writeFileSync(
      path.join(output, `${model.replace('/', '-')}-${variant}.png`),
      Buffer.from(picture, 'base64'),
    )
    const found = `shape ${shape.toFixed(3)}, colour ${colour.toFixed(1)}`
    const isLarger = sizes[0].some(
      (side, axis) => Math.abs(side - sizes[1][axis]) > Math.max(...sizes[0]) * 0.01,
    )
    if (isLarger) return `${found}, sizes ${JSON.stringify(sizes)}`
    return shape >= SHAPE_LEAST && colour <= COLOUR_MOST ? null : found
  } finally {
    await page.close()
  }
}
