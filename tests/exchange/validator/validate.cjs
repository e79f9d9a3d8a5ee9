// What Khronos's validator says of glTF files, as JSON: a list of its reports.
// usage: node validate.cjs FILE...
const fs = require("fs");
const {validateBytes} = require("gltf-validator");

Promise.all(process.argv.slice(2).map((file) =>
  validateBytes(new Uint8Array(fs.readFileSync(file)), {uri: file, maxIssues: 20})))
  .then((reports) => console.log(JSON.stringify(reports)))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
