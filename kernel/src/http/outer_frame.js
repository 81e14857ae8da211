const page = () => document.querySelector('iframe')
addEventListener('message', ({ source, data }) => {
  const inside = page()?.contentWindow
  if (!inside) return
  if (source === inside) parent.postMessage(data, '*')
  else if (source === parent) {
    // Frames of another colour scheme are not transparent.
    if (data?.type === 'context') document.documentElement.style.colorScheme = data.context.theme
    inside.postMessage(data, '*')
  }
})
const left = () => {
  page()?.remove()
  parent.postMessage({ witverse: 1, type: 'left' }, '*')
}
let loads = 0
document.addEventListener('load', ({ target }) => {
  // Styles load too.
  if (target !== page()) return
  loads += 1
  if (loads > 1) left()
}, true)
document.addEventListener('securitypolicyviolation', left)
