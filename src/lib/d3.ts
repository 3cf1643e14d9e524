// What notebooks use of d3; all of it would be thirty requests.
export * from "d3-array";
export * from "d3-scale";
export * from "d3-shape";
