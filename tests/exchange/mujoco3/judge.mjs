// Prints what today's MuJoCo makes of MJCF files, as a list of JSON objects, one for each file: or its error.
import fs from "node:fs";
import loadMujoco from "@mujoco/mujoco";

const mujoco = await loadMujoco();

function read(file, index) {
  const folder = `/file${index}`;
  mujoco.FS.mkdir(folder);
  for (const path of [file, ...extras])
    mujoco.FS.writeFile(`${folder}/${path.split("/").pop()}`, fs.readFileSync(path));
  let model, data;
  try {
    model = mujoco.MjModel.mj_loadXML(`${folder}/${file.split("/").pop()}`);
    model.opt.disableflags |= 1 << 4;  // contacts: what is counted below is limits
    data = new mujoco.MjData(model);
    mujoco.mj_forward(model, data);
  } catch (error) {
    return { error: String(error.message ?? error) };
  }
  const names = new TextDecoder();
  const nameAt = (at) => {
    const all = model.names;
    let end = at;
    while (all[end] !== 0) ++end;
    return names.decode(Uint8Array.from(all.slice(at, end)));
  };
  // (The array of the flags `limited` cannot be read in WebAssembly.) A joint beyond its limit is pushed back.
  const pushedBack = (joint) => {
    const position = model.jnt_qposadr[joint], limit = model.jnt_range[2 * joint + 1];
    const rest = data.qpos[position];
    data.qpos[position] = limit + 0.1;
    mujoco.mj_forward(model, data);
    const pushed = data.nefc > resting;
    data.qpos[position] = rest;
    mujoco.mj_forward(model, data);
    return pushed;
  };
  const resting = data.nefc;
  const bodies = [], joints = [];
  for (let b = 1; b < model.nbody; ++b)
    bodies.push({
      name: nameAt(model.name_bodyadr[b]), parent: model.body_parentid[b],
      mass: model.body_mass[b], inertia: [...model.body_inertia.slice(3 * b, 3 * b + 3)].sort(),
      at: [...data.xpos.slice(3 * b, 3 * b + 3)], turned: [...data.xquat.slice(4 * b, 4 * b + 4)],
      centre: [...data.xipos.slice(3 * b, 3 * b + 3)],
    });
  for (let j = 0; j < model.njnt; ++j)
    joints.push({
      name: nameAt(model.name_jntadr[j]), type: model.jnt_type[j], body: model.jnt_bodyid[j] - 1,
      limited: model.jnt_type[j] >= 2 && pushedBack(j), range: [...model.jnt_range.slice(2 * j, 2 * j + 2)],
      anchor: [...data.xanchor.slice(3 * j, 3 * j + 3)], axis: [...data.xaxis.slice(3 * j, 3 * j + 3)],
      damping: model.dof_damping[model.jnt_dofadr[j]], stiffness: model.jnt_stiffness[j],
      torque: [...model.jnt_actfrcrange.slice(2 * j, 2 * j + 2)],
    });
  return { bodies, joints, gravity: [...model.opt.gravity], nu: model.nu };
}

// Files that begin with + lie beside all others.
const extras = process.argv.slice(2).filter((path) => path.startsWith("+")).map((path) => path.slice(1));
const files = process.argv.slice(2).filter((path) => !path.startsWith("+"));
console.log(JSON.stringify(files.map(read)));
