#pragma once

// What each frame took, and where it was made. Every run of a task writes a file of its own, a line
// per frame, so that no two writers share a file; whoever asks reads them all.

#include <cstdint>
#include <string>
#include <vector>

namespace gambol {

struct FrameRecord {
  int frame = 0;  // from 1
  double seconds = 0;
  double megabytes = 0;  // the most that the process had needed so far
  std::string host;
  std::string inputs;    // hash of what the frame was made from, as in its header
  std::string checksum;  // of all bytes of its PNG
};

// "frame 12 seconds 3.214 megabytes 812 host node04 inputs … checksum …\n". A host's name has no
// spaces here.
std::string record_line(const FrameRecord& record);
// The whole lines of a file; what a killed writer left of its last is passed over.
std::vector<FrameRecord> parse_records(const std::string& text);

// Adds a line to the file, which is made with its folder if it is not there. Throws RunError.
void append_record(const std::string& file, const FrameRecord& record);
// Those of every file in `folder`, in the order of the files' names.
std::vector<FrameRecord> read_records(const std::string& folder);

// Where and in what this process runs: the farm's name of the node, else the host's; and the most
// memory it has needed.
std::string this_host();
double peak_megabytes();

}  // namespace gambol
