#pragma once

// Records of the cost of each frame and of the node that rendered it. Every run of a task writes a
// file of its own, a line per frame, so that no two writers share a file; readers read all files.

#include <cstdint>
#include <string>
#include <vector>

namespace gambol {

struct FrameRecord {
  int frame = 0;  // from 1
  double seconds = 0;
  double megabytes = 0;  // peak memory of the process so far, MiB
  std::string host;
  std::string inputs;    // hash of what the frame was made from, as in its header
  std::string checksum;  // of all bytes of its PNG
};

// "frame 12 seconds 3.214 megabytes 812 host node04 inputs … checksum …\n". The name of the host
// must have no spaces (see this_host()).
std::string record_line(const FrameRecord& record);
// The valid, complete lines of a file; skips the partial line that a killed writer leaves.
std::vector<FrameRecord> parse_records(const std::string& text);

// Adds a line to the file; creates the file and its folder if they do not exist. Throws RunError.
void append_record(const std::string& file, const FrameRecord& record);
// The records of every file in `folder`, in the order of the files' names.
std::vector<FrameRecord> read_records(const std::string& folder);

// The farm's name of this node or, without one, the host's, with spaces replaced; and the peak
// memory of this process, MiB.
std::string this_host();
double peak_megabytes();

}  // namespace gambol
