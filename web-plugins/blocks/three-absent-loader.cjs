// A loader in place of the parts of three.js that `three-absent.js` stands for.
const path = require('node:path')

const absent = JSON.stringify(path.join(__dirname, 'three-absent.js'))

module.exports = () => `export * from ${absent}`
