// A loader for the shaders of three.js: removes comments, indentation and empty lines, which the build of three.js does too.
module.exports = (source) =>
  source.replace(/\/\* glsl \*\/\s*`([^`]*)`/g, (_, shader) => {
    const short = shader
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\/\/.*$/gm, '')
      .replace(/^[ \t]+|[ \t]+$/gm, '')
      .replace(/\n{2,}/g, '\n')
      .trim()
    return JSON.stringify(short)
  })
